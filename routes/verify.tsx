import { companyOf } from '#src/domain/company/company.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import { lookUpDocument } from '#src/domain/documents/look-up.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { faultOfFile, notSha256, readSha256 } from '#src/forms/verify/document.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { hashPostedFile } from '#src/http/files/multipart.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import styles from '#src/ui/styles/verify.css?inline'
import { blankOutcome, CheckForms, OutcomeCard } from '#src/ui/verify/CheckForms.tsx'
import { Explanation, type ShownCertificate } from '#src/ui/verify/Explanation.tsx'
import {
  type Checked,
  notCheckedYet,
  type Outcome,
  outcomeOf,
  type Speaker,
} from '#src/ui/verify/outcome.ts'

export const title = 'Verify a Document'

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
    const { size, start, sha256 } = await hashPostedFile(c)
    const fault = faultOfFile(size, start)
    if (fault) throw new Refusal('invalid', fault, { errors: { file: fault } })
    return { by: 'file', sha256 }
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
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">
          Find out whether a signed or countersigned document was issued by {company.name}, and
          whether the file has changed since.
        </p>
      </div>
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
