import type { SubmissionResult } from '@conform-to/react'
import EditWording, { type WordingData } from '#islands/EditWording.tsx'
import { previewEmail } from '#src/domain/mailing/message.ts'
import {
  type EmailWording,
  readEmailKind,
  restoreWording,
  saveWording,
  wordingOf,
  wordingWarning,
} from '#src/domain/mailing/wordings.ts'
import { versionedSave } from '#src/forms/company/company.ts'
import {
  type WordingInput,
  wordingFields,
  wordingSchema,
} from '#src/forms/company/email-wording.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { page, titled } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { kindOf, wordingIn, writeWords } from '#src/http/requests/email-wording.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Email wording'

export const guard = pageNeeds('settings')

export const body = bodyLimits.directors

const list = '/admin/company/emails'

export function GET(c: Ctx) {
  const { wording } = wordingOf(c.var.deps, kindOf(c))
  return wordingPage(c, { shown: wording, flash: flashes.get(c.req.query('done') ?? '') ?? null })
}

const flashes = new Map<string, Toast>([
  ['saved', adminToasts.wordingSaved],
  ['restored', adminToasts.wordingRestored],
])

export const POST = actions({ save, preview, restore }, failed, flashes)

export const data = ({ version, preview }: PageProps): WordingData => ({ version, preview })

/** The names of emails are not secret, so this page shows them without a session, but not the stored wording. */
export function typedAgain(c: Ctx, form: URLSearchParams) {
  const kind = readEmailKind(c.req.path.split('/').at(-1) ?? '')
  if (!kind) return null
  const { name, sent } = wordingOf(c.var.deps, kind)
  return page(EmailWordingPage, {
    address: `${list}/${kind}`,
    email: { name, sent, placeholders: [], isOwn: false },
    state: formState(wordingSchema(), { lastResult: replyTo(form, {}) }),
    version: form.get('version') ?? '',
    holdsTyping: true,
    preview: null,
    flash: null,
  })
}

async function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { version, currentPassword, ...words } = wordingIn(c, form)
  await askPassword(c, admin, currentPassword)
  saveWording(c.var.deps, admin, kindOf(c), words, version)
  return `${list}/${kindOf(c)}?done=saved`
}

async function restore(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { version, currentPassword } = checkForm(versionedSave, form)
  await askPassword(c, admin, currentPassword)
  restoreWording(c.var.deps, admin, kindOf(c), version)
  return `${list}/${kindOf(c)}?done=restored`
}

function preview(c: Ctx, form: URLSearchParams) {
  const { subject, before, after } = wordingIn(c, form)
  return wordingPage(c, { shown: { subject, before, after }, lastResult: replyTo(form, {}) })
}

function failed(c: Ctx, { form, status, message, notice, reply }: FailedPost) {
  const isStale = status === 412
  if (isStale) form.set('version', String(wordingOf(c.var.deps, kindOf(c)).version))
  return wordingPage(c, {
    status,
    shown: null,
    flash: isStale || notice ? adminToasts.wordingFailed(message) : null,
    lastResult: reply(),
  })
}

type PageProps = WordingData & {
  company: Company
  address: string
  email: Pick<EmailWording, 'name' | 'sent' | 'placeholders' | 'isOwn'>
  state: FormState<'subject' | 'before' | 'after'>
  holdsTyping: boolean
  flash: Toast | null
}

export default function EmailWordingPage({ company, email, flash, ...props }: PageProps) {
  const { address, version, preview, holdsTyping } = props
  const state = { ...props.state, confirmsWith: company.provider }
  const { name, sent, placeholders, isOwn } = email
  return (
    <SettingsPage current={list} company={company} flash={flash} holdsTyping={holdsTyping}>
      <div className="page-head">
        <h1>{name}</h1>
        <p className="lead">{sent}</p>
        <div className="actions">
          <ButtonLink variant="ghost" href={list}>
            All Emails
          </ButtonLink>
        </div>
      </div>
      <Island
        of={EditWording}
        props={{ page: address, state, version, placeholders, isOwn, preview }}
      />
    </SettingsPage>
  )
}

type Showing = {
  shown: WordingInput | null
  lastResult?: SubmissionResult
  flash?: Toast | null
  status?: number
}

function wordingPage(c: Ctx, { shown, lastResult, flash = null, status = 200 }: Showing) {
  const { deps } = c.var
  const email = wordingOf(deps, kindOf(c))
  return page(
    EmailWordingPage,
    {
      address: `${list}/${email.kind}`,
      email,
      state: formState(wordingSchema(), { values: email.wording, lastResult }),
      version: String(lastResult?.initialValue?.version ?? email.version),
      holdsTyping: lastResult !== undefined,
      preview: shown && previewOf(c, email, shown),
      flash,
    },
    { ...titled(email.name, status), frames: true },
  )
}

function previewOf(c: Ctx, { kind, wording }: EmailWording, shown: WordingInput) {
  const { subject, text } = previewEmail(c.var.deps, kind, shown)
  const isTyped = wordingFields.some((field) => shown[field] !== wording[field])
  const query = isTyped ? `?words=${writeWords(shown)}` : ''
  const warning = wordingWarning(kind, shown)
  return { address: `${list}/${kind}/preview${query}`, subject, text, isTyped, warning }
}
