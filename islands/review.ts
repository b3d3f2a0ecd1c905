import { approvalWords } from '#src/forms/admin/decisions.ts'
import { cardLabel, changedValues, readEdit } from '#src/forms/admin/record-cards.ts'
import { isField } from '#src/forms/fields/fields.ts'
import { withName } from '#src/forms/text.ts'
import { CallError, call, failureMessage, failureToast, replyOf } from '#src/ui/calls/call.ts'
import { refreshPage } from '#src/ui/calls/merge-page.ts'
import { isTyped } from '#src/ui/forms/unsaved.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast, withdrawFailure, withdrawToast } from '#src/ui/toasts/toast.ts'
import { showErrors } from './call-form.ts'

/** Forms with `data-patch` (Approve, Reject, Save Changes) make a call on the version that the page shows. */
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  overtakenBy = ''
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
  withdrawToast()
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
  const { patch: path = '', version, status: decidedFrom } = form.dataset
  const headers = {
    'If-Match': `"v${version}"`,
    ...(body.customerCode !== undefined && { 'Shared-Code': 'ask' }),
  }
  const before = base
  try {
    const answer = await call<{ proposal: object | null }>('PATCH', path, body, headers)
    return answer
  } catch (error) {
    const { status = 0 } = error instanceof CallError ? error : {}
    const { errors: { sharedCode, ...errors } = {}, holder } = replyOf(error)
    if (sharedCode) {
      shareds.set(String(body.customerCode), sharedCode)
      showShared()
      showRefusal(form, null, { sharedCode: 'Tick this if both are meant to have it' })
      return null
    }
    // somebody else may have been faster: show what is stored first
    if (status === 409 || status === 412) await readAgain()
    const isOfField = Object.keys(errors).length > 0
    const why = status === 401 ? 'ended' : isOfField ? null : failureMessage(error)
    const isOvertaken = why !== null && form.dataset.status !== decidedFrom
    if (isOvertaken) overtake(form, why)
    showToast(failureToast(error, toasts[form.id] ?? adminToasts.updateFailed, !hasTyped(form)))
    if (isOvertaken) return null
    const others = status === 412 && form.id === 'edit' ? changedElsewhere(before) : {}
    showRefusal(form, why, { ...others, ...errors }, holder)
    return null
  }
}

const toasts: Record<string, () => ReturnType<typeof adminToasts.updateFailed>> = {
  'approve-form': () => adminToasts.approveFailed,
  'reject-form': () => adminToasts.rejectFailed,
}

/** A colleague has decided: the dialog closes, so that the same press again sends nothing over it. */
function overtake(form: HTMLFormElement, why: string) {
  overtakenBy = why
  form.closest('dialog')?.close()
  showOvertaken()
  document.getElementById('overtaken')?.focus()
}

/** Until the next action, also when the page is merged again. */
let overtakenBy = ''

function showOvertaken() {
  const notice = document.getElementById('overtaken')
  if (!notice || !overtakenBy) return
  notice.textContent = overtakenBy
  notice.hidden = false
}

/** What somebody else has saved in a field that is typed in here. */
function changedElsewhere(before: Record<string, string>): Record<string, string> {
  const edit = document.querySelector<HTMLFormElement>('form#edit')
  return Object.fromEntries(
    Object.entries(base).flatMap(([name, value]) => {
      const control = edit?.elements.namedItem(name)
      if (value === before[name] || !isField(name)) return []
      if (!control || !('value' in control) || control.value === value) return []
      return [[name, `${cardLabel(name)} is now ${value ? `“${value}”` : 'empty'}`]]
    }),
  )
}

const hasTyped = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('input, textarea, select')].some(isTyped)

function showRefusal(
  form: HTMLFormElement,
  why: string | null,
  errors: Record<string, string> = {},
  holder?: string,
) {
  const [refused, ended] = form.querySelectorAll<HTMLElement>('[data-refused], [data-ended]')
  if (refused) {
    refused.hidden = why === null || why === 'ended'
    refused.textContent = refused.hidden ? '' : why
  }
  if (ended) ended.hidden = why !== 'ended'
  const link = form.querySelector<HTMLAnchorElement>('[data-holder]')
  if (link) {
    link.hidden = !holder
    link.pathname = `/admin/applications/${holder ?? ''}`
  }
  showErrors(form, errors, withName)
  // the form is longer than the screen, and its button is at the foot
  const line = [ended, refused].find((line) => line?.hidden === false)
  if (Object.keys(errors).length === 0) line?.scrollIntoView({ block: 'center' })
  if (!form.closest('dialog')) return
  document.getElementById('error-summary')?.remove()
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

const readAgain = (done?: string) =>
  refreshPage(done && afterwards(done)).catch(() => showToast(adminToasts.recordFailed))

/** Without what the page was asked to open; with the list that one came from. */
function afterwards(done: string): string {
  const list = new URLSearchParams(location.search).get('list')
  return `${location.pathname}?${new URLSearchParams({ ...(list && { list }), done })}`
}

function answersIn(form: HTMLFormElement): Record<string, string> {
  const filled = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
  return Object.fromEntries(filled.filter(([name = '', text]) => text && !ofThePage.includes(name)))
}

const ofThePage = ['version', 'status', 'list']

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
}

function countEdits() {
  const edit = document.querySelector<HTMLFormElement>('form#edit')
  if (!edit) return
  const { length } = Object.keys(changedValues(base, readEdit(new FormData(edit))))
  write('edit-count', length === 0 ? '' : length === 1 ? '1 change' : `${length} changes`)
}

function write(id: string, text: string) {
  const element = document.getElementById(id)
  if (element && element.textContent !== text) element.textContent = text
}

/** By code, the warning that another company has it; `null` when nobody has. */
const shareds = new Map<string, string | null>()
let asking: ReturnType<typeof setTimeout> | undefined

/** Shows what the server has answered; asks about another code after a pause in the typing. */
function checkCode(input: HTMLInputElement) {
  showShared()
  clearTimeout(asking)
  const code = input.value.trim()
  if (!code || shareds.has(code)) return
  asking = setTimeout(async () => {
    const path = `${input.dataset.codeCheck}?code=${encodeURIComponent(code)}`
    // without an answer the decision itself asks
    const answer = await call<{ warning: string | null }>('GET', path).catch(() => null)
    if (answer) shareds.set(code, answer.warning)
    showShared()
  }, 250)
}

const codeInputs = () => document.querySelectorAll<HTMLInputElement>('[data-code-check]')

function showShared() {
  for (const { form, value } of codeInputs()) {
    const notice = form?.querySelector<HTMLElement>('[data-shared-code]')
    const box = notice?.querySelector('input')
    if (!notice?.firstElementChild || !box) continue
    const code = value.trim()
    const warning = shareds.get(code)
    notice.hidden = !warning
    if (!warning || box.value !== code) {
      box.checked = false
      box.ariaInvalid = null
    }
    box.value = code
    notice.firstElementChild.textContent = warning ?? ''
  }
}

function readShared() {
  for (const { form, value } of codeInputs()) {
    const notice = form?.querySelector<HTMLElement>('[data-shared-code]:not([hidden])')
    const warning = notice?.firstElementChild?.textContent
    if (warning) shareds.set(value.trim(), warning)
  }
}

let base = valuesNow()

function valuesNow(): Record<string, string> {
  return JSON.parse(document.getElementById('edit')?.dataset.values ?? '{}')
}

showApproval()
readShared()
for (const input of codeInputs()) checkCode(input)
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  if (target instanceof HTMLInputElement && target.dataset.codeCheck) checkCode(target)
  if (!target.closest('[data-patch]')) return
  document.getElementById(`${target.id}-error`)?.remove()
  target.closest('.field')?.classList.remove('field-invalid')
  target.ariaInvalid = null
  showApproval()
  countEdits()
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
  countEdits()
  readShared()
  showShared()
  showOvertaken()
})
// a refusal is not shown again after its dialog was shut
document.addEventListener(
  'close',
  ({ target }) => {
    const form =
      target instanceof HTMLElement && target.querySelector<HTMLFormElement>('[data-patch]')
    if (!form) return
    if (!overtakenBy) withdrawFailure()
    showRefusal(form, null)
  },
  true,
)
