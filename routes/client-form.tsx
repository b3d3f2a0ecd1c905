import RegistrationForm, { type Props as FormProps } from '#islands/RegistrationForm.tsx'
import { type Application, authSignatureOf } from '#src/domain/applications/application.ts'
import { accessOf, newestOf } from '#src/domain/applications/draft-access.ts'
import { draftValues, sectionToOpen } from '#src/domain/applications/draft-form.ts'
import { deleteDraft } from '#src/domain/applications/drafts.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { termsVersion } from '#src/domain/terms/terms.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { formatWarning } from '#src/forms/fields/format-warnings.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { type FormValues, sectionOf } from '#src/forms/registration/form-values.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { refusedPost } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { bodyLimits, readForm } from '#src/http/requests/body.ts'
import { answerDraftLink, askDraftLink } from '#src/http/requests/draft-link.ts'
import { inTurn } from '#src/http/requests/in-turn.ts'
import { readPostedStep } from '#src/http/requests/registration-post.ts'
import { advance, type Kept, keepPosted } from '#src/http/requests/registration-save.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/form.css?inline'

export const title = 'Supplier/Client Registration Form'

export { styles }
export const prerender = 'strangers'

/** The draft of this browser, or an empty form. */
export function GET(c: Ctx) {
  const question = askDraftLink(c)
  if (question) return question
  const draft = draftOf(c)
  if (!draft) return form(c, null, {})
  const asked = Number(c.req.query('section'))
  const section = [1, 2, 3, 4, 5].includes(asked) ? asked : sectionToOpen(draft)
  return form(c, draft, { section })
}

/** The form without scripts: every post carries everything, and gets it back when something is wrong. */
export async function POST(c: Ctx) {
  const posted = await readForm(c, bodyLimits.application)
  const answered = answerDraftLink(c, posted)
  if (answered) return answered
  const draft = draftOf(c)
  const step = readPostedStep(posted, storedValues(c, draft))
  if (step.kind === 'start-again') {
    if (draft) deleteDraft(c.var.deps, applicantOf(c), draft.id)
    return c.redirect('/client-form?new', 303)
  }
  const { kind, values, section } = step
  const sent = kind === 'submit' && !draft && alreadySent(c, values)
  if (sent) return c.redirect(`/success?id=${encodeURIComponent(sent.id)}`, 303)
  if (kind === 'redraw') return form(c, draft, { values, section })
  let kept: Kept | null = draft && { draft, actor: applicantOf(c) }
  try {
    const posted = { kind, values, section }
    const send = async () => {
      kept = await keepPosted(c, posted, draft)
      return c.redirect(await advance(c, posted, kept), 303)
    }
    return await (draft ? inTurn(draft.id, send) : send())
  } catch (error) {
    const { status, message, errors } = refusedPost(c, error)
    const faulty = Object.keys(errors).map(sectionOf)
    const fault =
      faulty.length > 0 ? { section: Math.min(...faulty) } : { section, notice: message }
    return form(c, kept && stillTheirs(c, kept), { values, errors, ...fault }, status)
  }
}

type PageProps = { company: Company; form: Omit<FormProps, 'company'> }

export default function ClientForm({ company, form }: PageProps) {
  const { name, salesEmail, privacyUrl } = company
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <h1>Supplier/Client Registration Form</h1>
      <Island
        of={RegistrationForm}
        props={{ ...form, company: { name, salesEmail, privacyUrl } }}
      />
    </Layout>
  )
}

function form(c: Ctx, draft: Application | null, given: Partial<FormProps>, status?: number) {
  const values = given.values ?? storedValues(c, draft)
  const props: PageProps['form'] = {
    draftId: draft?.id ?? null,
    values,
    stored: given.values ? storedValues(c, draft) : null,
    warnings: warningsIn(values),
    errors: {},
    notice: null,
    section: 1,
    thisYear: Number(today(c.var.deps).slice(0, 4)),
    signatureOnFile: draft && authSignatureOf(c.var.deps, draft),
    termsVersion,
    ...given,
  }
  return page(ClientForm, { form: props }, status ? { status, title: `Error: ${title}` } : {})
}

/** What the form starts with, and over it the answers of the draft. */
const storedValues = (c: Ctx, draft: Application | null): FormValues => ({
  accountType: 'credit',
  agreementDate: today(c.var.deps),
  ...(draft && draftValues(c.var.deps, draft)),
})

/** A second click on Submit comes when the draft is closed: what this browser sent with that address is its answer. */
function alreadySent(c: Ctx, { mainEmail }: FormValues): Application | null {
  const { tokenHash } = applicantOf(c)
  const newest = tokenHash ? newestOf(c.var.deps, tokenHash, 'read') : null
  const same = emailKey(newest?.mainEmail ?? '') === emailKey(String(mainEmail ?? ''))
  return same ? newest : null
}

/** The draft, unless it was handed over or deleted while its typed signature was drawn: another person may fill it now. */
const stillTheirs = (c: Ctx, { draft, actor }: Kept): Application | null =>
  actor.tokenHash && accessOf(c.var.deps, draft, actor.tokenHash) ? draft : null

const warningsIn = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const { format } = fields[name]
      const warning = format && formatWarning(format, String(values[name] ?? ''))
      return warning ? [[name, warning]] : []
    }),
  )

const today = ({ env, now }: Ctx['var']['deps']) => dateIn(env.APP_TIMEZONE, now())

function draftOf(c: Ctx) {
  const { tokenHash } = applicantOf(c)
  return tokenHash ? newestOf(c.var.deps, tokenHash, 'write') : null
}
