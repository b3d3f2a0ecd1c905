import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import { previewEmail } from '#src/domain/mailing/preview.ts'
import { restoreWording, saveWording } from '#src/domain/mailing/save-wording.ts'
import { type EmailWording, wordingOf } from '#src/domain/mailing/wordings.ts'
import { companyVersionSchema } from '#src/forms/company/company.ts'
import { type WordingInput, wordingFields } from '#src/forms/company/email-wording.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { kindOf, wordingIn, writeWords } from '#src/http/requests/email-wording.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { EmailPreview, type EmailPreviewProps } from '#src/ui/admin/emails/EmailPreview.tsx'
import {
  EmailWordingForm,
  type EmailWordingFormProps,
} from '#src/ui/admin/emails/EmailWordingForm.tsx'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Emails'

export const guard = pageNeeds('settings')

const list = '/admin/company/emails'

export function GET(c: Ctx) {
  const { wording } = wordingOf(c.var.deps, kindOf(c))
  return wordingPage(c, { shown: wording, flash: flashes.get(c.req.query('done') ?? '') ?? null })
}

const flashes = new Map<string, Toast>([
  ['saved', adminToasts.wordingSaved],
  ['restored', adminToasts.wordingRestored],
])

export const POST = actions({ save, preview, restore }, failed, bodyLimits.directors)

async function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const words = wordingIn(c, form)
  await askPassword(c, admin, Object.fromEntries(form))
  saveWording(c.var.deps, admin, kindOf(c), words, versionIn(form))
  return `${list}/${kindOf(c)}?done=saved`
}

async function restore(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  await askPassword(c, admin, Object.fromEntries(form))
  restoreWording(c.var.deps, admin, kindOf(c), versionIn(form))
  return `${list}/${kindOf(c)}?done=restored`
}

function preview(c: Ctx, form: URLSearchParams) {
  const shown = wordingIn(c, form)
  return wordingPage(c, { shown, given: { words: typedIn(form), version: versionIn(form) } })
}

function failed(c: Ctx, { form, status, message, errors, notice }: FailedPost) {
  const isStale = status === 412
  return wordingPage(c, {
    status,
    shown: null,
    flash: isStale || notice ? adminToasts.wordingFailed(message) : null,
    // the errors show what is saved now, so the next save may replace it; any other error has shown nothing of it
    given: { words: typedIn(form), errors, ...(!isStale && { version: versionIn(form) }) },
  })
}

const versionIn = (form: URLSearchParams) => checkForm(companyVersionSchema, form).version

const typedIn = (form: URLSearchParams): WordingInput => {
  const [subject, before, after] = wordingFields.map((field) => form.get(field) ?? '')
  return { subject: subject ?? '', before: before ?? '', after: after ?? '' }
}

type PageProps = {
  company: Company
  email: EmailWording
  form: EmailWordingFormProps
  preview: EmailPreviewProps | null
  flash: Toast | null
}

/** The words around the facts of one email, and how it looks with them. */
export default function EmailWordingPage({ company, email, form, preview, flash }: PageProps) {
  return (
    <SettingsPage current={list} company={company} flash={flash}>
      <ErrorSummary faults={form.errors} />
      <div className="page-head">
        <h1>{email.name}</h1>
        <p className="lead">{email.sent}</p>
        <div className="actions">
          <ButtonLink variant="ghost" href={list}>
            All emails
          </ButtonLink>
        </div>
      </div>
      <div className="sections">
        <EmailWordingForm {...form} />
        {preview && <EmailPreview {...preview} />}
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

type Showing = {
  /** The words of the preview; none while there is something to mend in them. */
  shown: WordingInput | null
  given?: Partial<EmailWordingFormProps>
  flash?: Toast | null
  status?: number
}

function wordingPage(c: Ctx, { shown, given = {}, flash = null, status = 200 }: Showing) {
  const { deps } = c.var
  const email = wordingOf(deps, kindOf(c))
  const { wording: words, placeholders, isOwn, version, name } = email
  const asksPassword = !hasFreshPassword(deps, requireAdmin(c, 'settings'))
  const form = { words, placeholders, isOwn, version, errors: {}, asksPassword, ...given }
  const heading = status === 200 ? name : `Error: ${name}`
  return page(
    EmailWordingPage,
    { email, form, preview: shown && previewOf(c, email, shown), flash },
    { title: heading, status, frames: true },
  )
}

function previewOf(c: Ctx, { kind, wording }: EmailWording, shown: WordingInput) {
  const { subject, text } = previewEmail(c.var.deps, kind, shown)
  const isTyped = wordingFields.some((field) => shown[field] !== wording[field])
  const query = isTyped ? `?words=${writeWords(shown)}` : ''
  return { address: `${list}/${kind}/preview${query}`, subject, text, isTyped }
}
