import type { ComponentProps } from 'react'
import VerifyFile, { type Answer } from '#islands/VerifyFile.tsx'
import { companyOf } from '#src/domain/company/company.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import { lookUpDocument } from '#src/domain/documents/look-up.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { faultOfFile, notSha256, readSha256 } from '#src/forms/verify/document.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { fileForms, hashPostedFile } from '#src/http/files/multipart.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import styles from '#src/ui/styles/verify.css?inline'
import { opensslSteps } from '#src/ui/verify/openssl-steps.ts'
import {
  type Checked,
  inGroups,
  notCheckedYet,
  outcomeOf,
  type Speaker,
} from '#src/ui/verify/outcome.ts'

export const title = 'Verify a Document'

export const body = { ...bodyLimits.small, files: fileForms.document }

export { styles }

export function GET(c: Ctx) {
  const typed = c.req.query('sha256')
  if (typed === undefined) return verifyPage(c, {})
  return answer(c, typed, async () => {
    await limit(c, 'verify')
    const sha256 = readSha256(typed)
    if (!sha256) throw new Refusal('invalid', notSha256, { errors: { sha256: notSha256 } })
    return { by: 'sha256', sha256 }
  })
}

/** Checks a file without scripts. The file is hashed while it arrives, and nothing of it is stored. */
export function POST(c: Ctx) {
  return answer(c, '', async () => {
    await limit(c, 'verify')
    const { size, start, ...file } = await hashPostedFile(c)
    const fault = faultOfFile(size, start)
    if (fault) throw new Refusal('invalid', fault, { errors: { file: fault } })
    return { by: 'file', ...file }
  })
}

async function answer(c: Ctx, typed: string, check: () => Promise<Checked>) {
  try {
    const checked = await check()
    const outcome = outcomeOf(lookUpDocument(c.var.deps, checked.sha256), checked, speakerOf(c))
    return verifyPage(c, { outcome, typed })
  } catch (error) {
    const { status, errors, notice } = failureOf(c, error)
    const outcome = notice ? notCheckedYet(notice) : null
    return verifyPage(c, { outcome, errors, typed }, status)
  }
}

const speakerOf = ({ var: { deps } }: Ctx): Speaker => ({
  company: companyOf(deps).name,
  timezone: deps.env.APP_TIMEZONE,
})

type Given = Partial<Answer> & { typed?: string }

function verifyPage(c: Ctx, { outcome = null, errors = {}, typed = '' }: Given, status = 200) {
  const speaker = speakerOf(c)
  const certificates = issuedCertificates(c.var.deps).map(({ fingerprint, createdAt }) => ({
    fingerprint,
    added: longDay(new Date(createdAt).toISOString(), speaker.timezone) ?? '',
  }))
  const origin = c.var.deps.env.APP_URL
  const props = { check: { speaker, outcome, errors, typed }, certificates, origin }
  return page(Verify, props, titled(title, status))
}

type Props = {
  company: Company
  check: ComponentProps<typeof VerifyFile>
  certificates: ShownCertificate[]
  origin: string
}

export default function Verify({ company, check, certificates, origin }: Props) {
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <PageHead title={title}>
        Find out whether a signed document or a decision was issued by {company.name}, and whether
        the file has changed since.
      </PageHead>
      <Island of={VerifyFile} props={check} />
      <Explanation company={company.name} origin={origin} certificates={certificates} />
    </Layout>
  )
}

/** `added` is a date in words. */
type ShownCertificate = { fingerprint: string; added: string }

function Explanation({
  company,
  origin,
  certificates,
}: {
  company: string
  origin: string
  certificates: ShownCertificate[]
}) {
  return (
    <div className="explanation">
      <div className="pair">
        <section aria-labelledby="proof">
          <h2 id="proof">What a match proves</h2>
          <ul>
            <li>Exactly this file was issued here.</li>
            <li>Nothing in it has changed since.</li>
          </ul>
        </section>
        <section aria-labelledby="no-proof">
          <h2 id="no-proof">What it does not prove</h2>
          <ul>
            <li>Who signed. The document’s certificate page says what was recorded.</li>
            <li>
              That the name in the seal is right. PDF readers show it as unknown unless an authority
              they trust has checked it. They can still tell that the file is unchanged.
            </li>
            <li>That the content is up to date.</li>
            <li>The times. They come from this server’s clock.</li>
          </ul>
        </section>
      </div>
      <section aria-labelledby="certificate">
        <h2 id="certificate">The certificate</h2>
        <p>
          Each document carries a seal: a digital signature made with the certificate of {company}.
          Compare its fingerprint (SHA-256) with the one that your PDF reader or{' '}
          <code>openssl</code> shows for your file. This page can only vouch for itself, so compare
          it with a document that you received earlier too.
        </p>
        {certificates.length > 0 ? (
          <>
            <dl>
              {certificates.map(({ fingerprint, added }) => (
                <div key={fingerprint}>
                  <dt>Added on {added}</dt>
                  <dd className="hex">{inGroups(fingerprint)}</dd>
                </div>
              ))}
            </dl>
            <p>
              <a href="/.well-known/countersign.pem">Download all certificates (PEM)</a>
            </p>
          </>
        ) : (
          <p>There is no certificate yet: nothing has been sealed here.</p>
        )}
      </section>
      <section aria-labelledby="without">
        <h2 id="without">Without this page</h2>
        <p>
          The offline checker is one HTML file: your browser opens it from your device, and checks a
          document with no network and no server. Keep it with your first document.
        </p>
        <p>
          <a href="/countersign-checker.html" download>
            Download the offline checker
          </a>
        </p>
        <details>
          <summary>Check it with openssl</summary>
          <p>
            In a shell with <code>perl</code> and <code>openssl</code>, with the file as{' '}
            <code>document.pdf</code>:
          </p>
          <ol>
            {opensslSteps(origin).map(({ text, command }) => (
              <li key={text}>
                {withCode(text)}
                <pre>
                  <code>{command}</code>
                </pre>
              </li>
            ))}
          </ol>
        </details>
      </section>
    </div>
  )
}

/** Marks words between backticks as code. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))
