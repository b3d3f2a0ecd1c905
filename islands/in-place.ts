import {
  hasUnsaved,
  isElsewhere,
  mergePage,
  openDialog,
  setBusy,
} from '#src/ui/calls/merge-page.ts'
import { askPassword, endSession, signInPage } from '#src/ui/calls/session.ts'
import { isTyped } from '#src/ui/forms/unsaved.ts'
import {
  failure,
  refused,
  showToast,
  type Toast,
  withdrawToast,
  withoutWord,
} from '#src/ui/toasts/toast.ts'

/**
 * Posts forms with `data-in-place` by fetch and merges the page that comes back. `data-failed` is the toast (JSON) for
 * no answer, `data-waiting` the button's text while it waits, `data-opens` the dialog that a button opens; a button
 * "dialog" without a value closes its own. `dialog#session-ended` is for an ended session.
 */
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  if (!form.matches('[data-in-place]')) return
  event.preventDefault()
  if (!isSending) send(form, submitter)
})

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  const { opens } = button.dataset
  const dialog = button.closest('dialog')
  if (opens) openDialog(document.querySelector(`dialog#${opens}`))
  else if (dialog && button.name === 'dialog' && !button.value) dialog.close()
  // the second press of a double click may hit another button by now
  else if (event.detail < 2 || !button.form?.matches('[data-in-place]')) return
  event.preventDefault()
})

// Back may restore the page as it was when a form led away
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isSending = false
})

document.addEventListener('session-lost', (event) => {
  if (!hasUnsaved()) return
  event.preventDefault()
  sessionEnded()
})

/** The portal has a dialog of its own. */
function sessionEnded() {
  if (signInPage()) endSession()
  else openDialog(document.querySelector('#session-ended'))
}

addEventListener('beforeunload', (event) => {
  if (!isSent && hasUnsaved()) event.preventDefault()
  isSent = false
})

// on the window, after every script that may handle a form itself
addEventListener('submit', (event) => {
  if (!event.defaultPrevented) isSent = true
})

/** What was typed is on its way to the server. */
let isSent = false

/** The answer to a second form would show the page without what the first has done. */
let isSending = false

type Body = FormData | URLSearchParams

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
  isSending = true
  withdrawToast()
  setBusy(true)
  const [address, body] = requestOf(form, submitter)
  const { innerHTML = '', dataset: { waiting } = {} } = submitter ?? {}
  if (submitter) submitter.ariaDisabled = 'true'
  if (submitter && waiting) submitter.textContent = waiting
  const toast = await merged(form, address, body).catch(() => unreachable(form))
  // the page is left: a second press must not send again
  if (toast === 'leaving') return
  isSending = false
  setBusy(false)
  if (!toast) return
  if (submitter) submitter.ariaDisabled = null
  if (submitter && waiting) submitter.innerHTML = innerHTML
  if (toast !== 'cancelled') showToast(toast)
}

/** Returns a toast when no page came. */
async function merged(form: HTMLFormElement, address: URL, body: Body | null) {
  const headers = { Accept: 'text/html' }
  const response = await fetch(address, body ? { method: 'POST', body, headers } : { headers })
  const isRefused = response.status === 401
  if (isRefused || (response.redirected && isElsewhere(response))) {
    // what was typed would go with the page
    if ((isRefused || signIns.test(response.url)) && hasUnsaved()) {
      sessionEnded()
      return 'cancelled'
    }
    isSent = true
    location.assign(response.url)
    return 'leaving'
  }
  const html = await response.text()
  const fault = passwordFault(html)
  if (body && fault !== null) {
    const password = await askPassword(body.has('currentPassword') ? fault : '')
    if (password === null) return 'cancelled'
    body.set('currentPassword', password)
    return merged(form, address, body)
  }
  if (!response.ok && !html.includes('data-in-place')) {
    const lead = leadOf(html)
    return lead ? refused(lead) : toastOf(form)
  }
  mergePage(html, { form, isDone: response.ok, asks: !body })
  if (response.redirected || !body)
    history.replaceState(history.state, '', withoutWord(response.url))
  return null
}

const signIns = /\/(admin|client-login)\b(?!\/)/

function requestOf(form: HTMLFormElement, submitter: HTMLElement | null): [URL, Body | null] {
  const attribute = (name: string) =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const data = new FormData(form)
  if (submitter instanceof HTMLButtonElement && submitter.name)
    data.append(submitter.name, submitter.value)
  const fields = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]))
  const address = new URL(attribute('action'), location.href)
  if (attribute('method') === 'post')
    return [address, attribute('enctype') === 'multipart/form-data' ? data : fields]
  address.search = String(fields)
  return [address, null]
}

function unreachable(form: HTMLFormElement): Toast {
  const toast = toastOf(form)
  const fields = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement,
  )
  if (!fields.some(isTyped)) return toast
  const text = [toast.text, 'No connection. What you typed is still here.']
  return { ...toast, text: text.filter(Boolean).join('\n') }
}

const toastOf = ({ dataset: { failed } }: HTMLFormElement): Toast =>
  failed ? JSON.parse(failed) : failure('Network Error', 'Unable to connect to server')

/** `null` when the page asks for no password. */
function passwordFault(html: string): string | null {
  if (!html.includes('data-own-password')) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  const { id } = page.querySelector('[data-own-password]') ?? {}
  return page.getElementById(`${id}-error`)?.lastChild?.textContent ?? ''
}

const leadOf = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('main .lead')?.textContent
