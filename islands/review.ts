import { approvalWords } from '#src/forms/admin/decisions.ts'
import { changedValues, readEdit } from '#src/forms/admin/record-cards.ts'
import { CallError, call, failureMessage, failureToast, replyOf } from '#src/ui/calls/call.ts'
import { isTyped, refreshPage } from '#src/ui/calls/merge-page.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast, withdrawFailure } from '#src/ui/toasts/toast.ts'
import { showErrors } from './call-form.ts'

/** Forms with `data-patch` (Approve, Reject, Save Changes) make a call on the version that the page shows. */
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !form.dataset.patch) return
  event.preventDefault()
  if (!isSending) send(form, submitter as HTMLButtonElement)
})

let isSending = false

async function send(form: HTMLFormElement, button: HTMLButtonElement) {
  const isEdit = form.id === 'edit'
  const body = isEdit ? changedValues(base, readEdit(new FormData(form))) : answersIn(form)
  if (isEdit && Object.keys(body).length === 0)
    return document.getElementById('edit-record')?.click()
  const words = button.textContent
  isSending = true
  button.disabled = true
  button.textContent = button.dataset.waiting ?? words
  const answer = await patch(form, body)
  isSending = false
  button.disabled = false
  button.textContent = words
  if (!answer) {
    if (!document.querySelector('#edit #error-summary, dialog[open] [aria-invalid]')) button.focus()
    return showApproval()
  }
  if (isEdit) {
    await readAgain('save')
    return document.getElementById('edit-record')?.focus()
  }
  form.reset()
  form.closest('dialog')?.close()
  await readAgain(form.id === 'reject-form' ? 'reject' : answer.proposal ? 'propose' : 'approve')
}

/** Returns `null` after the form has said why it was refused. */
async function patch(form: HTMLFormElement, body: Record<string, unknown>) {
  const { patch: path = '', version } = form.dataset
  const headers = {
    'If-Match': `"v${version}"`,
    ...(body.customerCode !== undefined &&
      body.customerCode !== shared.code && { 'Shared-Code': 'ask' }),
  }
  try {
    const answer = await call<{ proposal: object | null }>('PATCH', path, body, headers)
    return answer
  } catch (error) {
    const { status = 0 } = error instanceof CallError ? error : {}
    const { sharedCode, ...errors } = replyOf(error).errors ?? {}
    // somebody else may have been faster: show what is stored first
    if (status === 409 || status === 412) await readAgain()
    if (sharedCode) shared = { code: String(body.customerCode), text: sharedCode }
    else
      showToast(failureToast(error, toasts[form.id] ?? adminToasts.updateFailed, !hasTyped(form)))
    const isOfField = sharedCode || Object.keys(errors).length > 0
    showRefusal(form, status === 401 ? 'ended' : isOfField ? null : failureMessage(error), errors)
    return null
  }
}

const toasts: Record<string, () => ReturnType<typeof adminToasts.updateFailed>> = {
  'approve-form': () => adminToasts.approveFailed,
  'reject-form': () => adminToasts.rejectFailed,
}

const hasTyped = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('input, textarea, select')].some(isTyped)

function showRefusal(
  form: HTMLFormElement,
  why: string | null,
  errors: Record<string, string> = {},
) {
  const [refused, ended] = form.querySelectorAll<HTMLElement>('[data-refused], [data-ended]')
  if (refused) {
    refused.hidden = why === null || why === 'ended'
    refused.textContent = refused.hidden ? '' : why
  }
  if (ended) ended.hidden = why !== 'ended'
  showErrors(form, errors)
  if (!form.closest('dialog')) return
  document.getElementById('error-summary')?.remove()
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

const readAgain = (done?: string) =>
  refreshPage(done && `${location.pathname}?done=${done}`).catch(() =>
    showToast(adminToasts.recordFailed),
  )

function answersIn(form: HTMLFormElement): Record<string, string> {
  const filled = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
  return Object.fromEntries(
    filled.filter(([name, text]) => text && name !== 'version' && name !== 'sharedCode'),
  )
}

/** A code that another company has is sent with the second press. */
let shared = { code: '', text: '' }

function showApproval() {
  const form = document.querySelector<HTMLFormElement>('form#approve-form')
  const button = form?.querySelector<HTMLButtonElement>('[name=action]')
  if (!form || !button || isSending) return
  const { customerCode = '', creditLimit = '' } = answersIn(form)
  const { title, submit, note } = approvalWords(creditLimit, JSON.parse(form.dataset.usual ?? '{}'))
  button.textContent = submit
  button.disabled = !customerCode
  write('approve-title', title)
  write('approve-note', customerCode ? note : 'Enter a customer code to approve the application.')
  const notice = document.getElementById('shared-code')
  if (!notice) return
  notice.hidden = !customerCode || customerCode !== shared.code
  if (notice.firstChild) notice.firstChild.textContent = shared.text
}

function write(id: string, text: string) {
  const element = document.getElementById(id)
  if (element && element.textContent !== text) element.textContent = text
}

let base = valuesNow()

function valuesNow(): Record<string, string> {
  return JSON.parse(document.getElementById('edit')?.dataset.values ?? '{}')
}

showApproval()
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.closest('[data-patch]')) return
  document.getElementById(`${target.id}-error`)?.remove()
  target.closest('.field')?.classList.remove('field-invalid')
  target.ariaInvalid = null
  showApproval()
})
document.addEventListener('page-merged', () => {
  const before = base
  base = valuesNow()
  const edit = document.querySelector<HTMLFormElement>('form#edit')
  // fields that nobody has touched show what somebody else has saved
  for (const [name, value] of Object.entries(base)) {
    const control = edit?.elements.namedItem(name)
    if (control && 'value' in control && control.value === before[name]) control.value = value
  }
  showApproval()
})
// a refusal is not shown again after its dialog was shut
document.addEventListener(
  'close',
  ({ target }) => {
    const form =
      target instanceof HTMLElement && target.querySelector<HTMLFormElement>('[data-patch]')
    if (!form) return
    withdrawFailure()
    showRefusal(form, null)
  },
  true,
)
