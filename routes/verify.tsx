import { companyOf } from '#src/domain/company/company.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import { lookUpDocument } from '#src/domain/documents/look-up.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { faultOfFile, notSha256, readSha256 } from '#src/forms/verify/document.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { fileForms, hashPostedFile } from '#src/http/files/multipart.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { Button, SubmitLine } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { FileField, TextArea } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import styles from '#src/ui/styles/verify.css?inline'
import { opensslSteps } from '#src/ui/verify/openssl-steps.ts'
import {
  type Checked,
  hashClass,
  inGroups,
  notCheckedYet,
  type Outcome,
  outcomeOf,
  type Speaker,
  whereItGoes,
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

/** The check without scripts: the file is hashed while it arrives, and nothing of it is stored. */
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
    const outcome = notice ? notCheckedYet(notice) : undefined
    return verifyPage(c, { outcome, errors, typed }, status)
  }
}

const speakerOf = ({ var: { deps } }: Ctx): Speaker => ({
  company: companyOf(deps).name,
  timezone: deps.env.APP_TIMEZONE,
})

type Answer = { outcome?: Outcome | undefined; errors?: Record<string, string>; typed?: string }

function verifyPage(c: Ctx, { outcome, errors = {}, typed = '' }: Answer, status = 200) {
  const speaker = speakerOf(c)
  const certificates = issuedCertificates(c.var.deps).map(({ fingerprint, createdAt }) => ({
    fingerprint,
    added: longDay(new Date(createdAt).toISOString(), speaker.timezone) ?? '',
  }))
  const origin = c.var.deps.env.APP_URL
  const props = { speaker, outcome, errors, typed, certificates, origin }
  return page(Verify, props, titled(title, status))
}

type Props = {
  company: Company
  speaker: Speaker
  outcome: Outcome | undefined
  errors: Record<string, string>
  typed: string
  certificates: ShownCertificate[]
  origin: string
}

export default function Verify(props: Props) {
  const { company, speaker, outcome, errors, typed, certificates, origin } = props
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <ErrorSummary faults={errors} />
      <PageHead title={title}>
        Find out whether a signed document or a decision was issued by {company.name}, and whether
        the file has changed since.
      </PageHead>
      <div id="result">{outcome && <OutcomeCard {...outcome} />}</div>
      <CheckForms speaker={speaker} errors={errors} sha256={typed} />
      <Explanation company={company.name} origin={origin} certificates={certificates} />
      <template id="outcome">
        <OutcomeCard {...blankOutcome} />
      </template>
      <Script name="verify" />
    </Layout>
  )
}

type Faults = { file?: string | undefined; sha256?: string | undefined }

function CheckForms({
  speaker,
  errors,
  sha256,
}: {
  speaker: Speaker
  errors: Faults
  sha256: string
}) {
  return (
    <>
      <form
        id="check"
        className="drop"
        method="post"
        action="/verify"
        encType="multipart/form-data"
        data-company={speaker.company}
        data-timezone={speaker.timezone}
      >
        <FileField
          id="file"
          name="file"
          label="PDF document"
          hint={whereItGoes.sent}
          error={errors.file}
          accept=".pdf,application/pdf"
        />
        <SubmitLine>Check Document</SubmitLine>
        <p id="progress" role="status" className="hint" />
      </form>
      <details open={Boolean(sha256 || errors.sha256)}>
        <summary>Check a SHA-256 instead</summary>
        <form className="fields" method="get" action="/verify">
          <TextArea
            id="sha256"
            name="sha256"
            label="SHA-256 of the document"
            hint="64 characters, 0 to 9 and A to F. Spaces between them are fine."
            rows={2}
            spellCheck={false}
            autoComplete="off"
            defaultValue={sha256}
            error={errors.sha256}
          />
          <div className="actions">
            <Button type="submit">Check SHA-256</Button>
          </div>
        </form>
      </details>
    </>
  )
}

/** `islands/verify.ts` fills a copy of it. */
function OutcomeCard({ tone, heading, lead, facts, notes }: Outcome) {
  return (
    <section className="outcome" data-tone={tone}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className="if-issued" d="m6.5 12.5 4 4 7.5-8.5" />
        <path className="if-not" d="M12 6.5v7m0 3.5v.1" />
      </svg>
      <h2 tabIndex={-1}>{heading}</h2>
      <p>{lead}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={hashClass(value)}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** One of each part, for the script to copy. */
const blankOutcome: Outcome = {
  tone: 'failed',
  heading: 'Result',
  lead: 'Result',
  facts: [['SHA-256', '-']],
  notes: ['-'],
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

/** Words between backticks are code. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))
