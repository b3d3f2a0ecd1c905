import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import { emailTexts, portOf } from '#src/forms/email-settings/email-settings-fields.ts'
import { withName } from '#src/forms/text.ts'
import { CallError, call, failureToast, replyOf } from '#src/ui/calls/call.ts'
import { refreshPage } from '#src/ui/calls/merge-page.ts'
import { askPassword } from '#src/ui/calls/session.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast, type Toast } from '#src/ui/toasts/toast.ts'
import { showErrors } from './call-form.ts'

const settings = document.querySelector<HTMLFormElement>('form#settings')
const test = document.querySelector<HTMLFormElement>('form#test-email')
const logs = document.querySelector<HTMLDetailsElement>('details#logs')
const log = logs?.querySelector('pre')
/** browsers offer to fill several password fields */
const secrets = '[type=password], [data-masked]'

if (settings) read(settings)
settings?.addEventListener('submit', (event) => {
  event.preventDefault()
  sendOnce(settings, () => save(settings))
})
test?.addEventListener('submit', (event) => {
  event.preventDefault()
  sendOnce(test, () => sendTest(test))
})
logs?.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (log) log.textContent = 'No logs yet'
})
// a form may lead nowhere but here, so the way to Microsoft comes as a link
document.addEventListener('page-merged', () => {
  const way = document.querySelector<HTMLAnchorElement>('a#microsoft-address')
  if (way) location.assign(way.href)
})

/** The browser may have kept an old copy of the page. */
async function read(form: HTMLFormElement) {
  const line = document.getElementById('loading')
  if (line) line.textContent = 'Loading email settings...'
  try {
    const { version } = await settingsCall<EmailSettings>('GET')
    if (String(version) !== versionOf(form).value) await refreshPage()
  } catch {
    showToast(adminToasts.unreachable)
  }
  if (line) line.textContent = ''
}

async function save(form: HTMLFormElement) {
  const port = form.elements.namedItem('smtpPort') as HTMLInputElement
  port.value = String(portOf(port.value))
  const values = Object.fromEntries(new FormData(form))
  try {
    const { version } = await withPassword((currentPassword) =>
      settingsCall<EmailSettings>('POST', '', { ...values, currentPassword }),
    )
    showErrors(form, {})
    setVersion(form, version)
    for (const secret of form.querySelectorAll<HTMLInputElement>(secrets)) secret.value = ''
    await refreshPage()
    showToast(adminToasts.settingsSaved)
  } catch (error) {
    const { message, errors = {} } = replyOf(error)
    showErrors(form, errors, withName)
    showToast(toastFor(error, adminToasts.settingsFailed(message)))
    if (!(error instanceof CallError) || error.status !== 412) return
    // the errors show what is saved now, so the next save may replace it
    setVersion(form, (await settingsCall<EmailSettings>('GET')).version)
  }
}

async function sendTest(form: HTMLFormElement) {
  const testEmail = String(new FormData(form).get('testEmail')).trim()
  type Reply = { message?: string; logs?: string[] }
  try {
    if (!testEmail) return refuse(emailTexts.noTestEmail)
    showLogs(await settingsCall<Reply>('POST', '/test', { testEmail }))
    showErrors(form, {})
    showToast(adminToasts.testSent(testEmail))
    form.reset()
  } catch (error) {
    const reply: Reply = replyOf(error)
    if (error instanceof CallError && error.status === 400) return refuse(reply.message)
    if (error instanceof CallError) showLogs(reply)
    showToast(toastFor(error, adminToasts.testFailed(reply.message)))
  }

  function refuse(message = '') {
    showErrors(form, { testEmail: message })
    showToast(adminToasts.testFailed(message))
  }

  function showLogs({ logs: lines = [] }: Reply) {
    if (log) log.textContent = lines.join('\n') || 'No logs yet'
    if (logs) logs.open = true
  }
}

async function sendOnce(form: HTMLFormElement, send: () => Promise<void>) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button || button.ariaDisabled) return
  const words = button.textContent
  button.ariaDisabled = 'true'
  button.textContent = button.dataset.waiting ?? words
  await send()
  button.ariaDisabled = null
  button.textContent = words
}

async function withPassword<T>(
  send: (password?: string) => Promise<T>,
  password?: string,
): Promise<T> {
  try {
    return await send(password)
  } catch (error) {
    const fault = replyOf(error).errors?.currentPassword
    const typed = fault ? await askPassword(password === undefined ? '' : fault) : null
    if (typed === null) throw error
    return withPassword(send, typed)
  }
}

function settingsCall<T>(method: string, path = '', body?: unknown) {
  return call<T>(method, `/api/email-settings${path}`, body, {}, {})
}

const toastFor = (error: unknown, toast: Toast) =>
  failureToast(error, () => (error instanceof CallError ? toast : adminToasts.unreachable))

function versionOf(form: HTMLFormElement) {
  return form.elements.namedItem('version') as HTMLInputElement
}

function setVersion(form: HTMLFormElement, version: number) {
  versionOf(form).value = String(version)
}
