import RegistrationForm, { type Props as FormProps } from '#islands/RegistrationForm.tsx'
import { type Application, authSignatureOf } from '#src/domain/applications/application.ts'
import { accessOf, newestOf } from '#src/domain/applications/draft-access.ts'
import { draftValues, sectionToOpen } from '#src/domain/applications/draft-form.ts'
import {
  deleteLinkedDraft,
  isDraftLinkLive,
  takeOverDraft,
} from '#src/domain/applications/draft-links.ts'
import { deleteDraft } from '#src/domain/applications/drafts.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { changedSince, versionInForce } from '#src/domain/terms/versions.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { formatWarning } from '#src/forms/fields/format-warnings.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { type FormValues, sectionOf } from '#src/forms/registration/form-values.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { inTurn } from '#src/http/requests/in-turn.ts'
import { readPostedStep } from '#src/http/requests/registration-post.ts'
import { advance, type Kept, keepPosted } from '#src/http/requests/registration-save.ts'
import { applicantOf, draftToken, setDraftCookie } from '#src/http/sessions/draft-cookie.ts'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import { DraftLink } from '#src/ui/registration/DraftLink.tsx'
import styles from '#src/ui/styles/form.css?inline'
import { Flash } from '#src/ui/toasts/Flash.tsx'
import { toasts } from '#src/ui/toasts/texts.ts'

export const title = 'Supplier/Client Registration Form'

export { styles }
export const prerender = 'strangers'

/** The draft of this browser, or an empty form. */
export function GET(c: Ctx) {
  const { resume, discard } = c.req.query()
  if (resume) return draftLink(c, 'resume', resume)
  if (discard) return draftLink(c, 'discard', discard)
  const draft = draftOf(c)
  if (!draft) return form(c, null, {})
  const asked = Number(c.req.query('section'))
  const section = [1, 2, 3, 4, 5].includes(asked) ? asked : sectionToOpen(draft)
  return form(c, draft, { section }, { sent: c.req.query('sent') !== undefined })
}

/** The form without scripts: every post carries everything, and gets it back when something is wrong. */
export const POST = actions(
  { default: takeStep, 'start-again': startAgain, resume, discard },
  (c, { status, message, action }) =>
    action === 'resume' || action === 'discard'
      ? invalidLink()
      : form(c, draftOf(c), { notice: message }, { status }),
  bodyLimits.application,
)

async function takeStep(c: Ctx, posted: URLSearchParams) {
  const draft = draftOf(c)
  const { kind, values, section, termsVersion } = readPostedStep(posted, storedValues(c, draft))
  const terms = shownTerms(c, draft?.termsVersion ?? termsVersion)
  if (kind === 'show-again') return form(c, draft, { values, section, terms })
  const sent = kind === 'submit' && !draft && alreadySent(c, values)
  if (sent) return `/success?id=${encodeURIComponent(sent.id)}`
  let kept: Kept | null = draft && { draft, actor: applicantOf(c) }
  try {
    const send = async () => {
      const posted = { kind, values, section, termsVersion }
      kept = await keepPosted(c, posted, draft)
      return advance(c, posted, kept)
    }
    return await (draft ? inTurn(c.var.deps, draft.id, send) : send())
  } catch (error) {
    const { status, notice, errors } = failureOf(c, error)
    const shown = notice
      ? { section, notice }
      : { section: Math.min(...Object.keys(errors).map(sectionOf)) }
    const { termsVersion: changed, ...others } = errors
    const refused = changed && { ...shownTerms(c, termsVersion), error: changed }
    const now = kept && stillTheirs(c, kept)
    const given = { values, errors: others, ...shown, terms: refused || terms }
    return form(c, now, given, { status })
  }
}

function startAgain(c: Ctx) {
  const draft = draftOf(c)
  if (draft) deleteDraft(c.var.deps, applicantOf(c), draft.id)
  return '/client-form?new'
}

function resume(c: Ctx, posted: URLSearchParams) {
  const { token } = takeOverDraft(c.var.deps, posted.get('token') ?? '', draftToken(c))
  setDraftCookie(c, token)
  return '/client-form'
}

function discard(c: Ctx, posted: URLSearchParams) {
  deleteLinkedDraft(c.var.deps, posted.get('token') ?? '')
  return '/client-form'
}

/** Asks before a link of an email does its work (rule 41). */
function draftLink(c: Ctx, purpose: 'resume' | 'discard', token: string) {
  const live = isDraftLinkLive(c.var.deps, token, purpose === 'discard' ? 'delete' : 'resume')
  if (!live) return invalidLink()
  const headers = { 'Referrer-Policy': 'same-origin' }
  return page(DraftLink, { token, purpose }, { title: 'Your draft', headers })
}

const invalidLink = () =>
  page(DraftLink, { token: '', purpose: null }, { title: 'Your draft', status: 400 })

type PageProps = { company: Company; form: Omit<FormProps, 'company'>; sent: boolean }

export default function ClientForm({ company, form, sent }: PageProps) {
  const { name, salesEmail, privacyUrl } = company
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <h1>Supplier/Client Registration Form</h1>
      <Flash toast={sent ? toasts.draftLinkSent : null} />
      <Island
        of={RegistrationForm}
        props={{ ...form, company: { name, salesEmail, privacyUrl } }}
      />
    </Layout>
  )
}

function form(
  c: Ctx,
  draft: Application | null,
  given: Partial<FormProps>,
  { status, sent }: { status?: number; sent?: boolean } = {},
) {
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
    terms: shownTerms(c, draft?.termsVersion ?? null),
    ...given,
  }
  return page(
    ClientForm,
    { form: props, sent: sent === true },
    status ? { status, title: `Error: ${title}` } : {},
  )
}

/** What the form starts with, and over it the answers of the draft. */
const storedValues = (c: Ctx, draft: Application | null): FormValues => ({
  accountType: 'credit',
  agreementDate: today(c.var.deps),
  ...(draft && draftValues(c.var.deps, draft)),
})

/** The terms in force, and the version that the person saw before when it was another. */
function shownTerms({ var: { deps } }: Ctx, seen: string | null): FormProps['terms'] {
  const since = changedSince(deps, seen)
  return { version: versionInForce(deps), ...(since !== null && { since }) }
}

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
