import { cookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { currentToast, keepForNextPage, tell, tellKept, withdraw } from './store.ts'

export type Toast = { kind: 'success' | 'info' | 'error'; title: string; text?: string }

export const success = (title: string, text?: string): Toast => toastOf('success', title, text)
export const failure = (title: string, text?: string): Toast => toastOf('error', title, text)

export const refused = (text: string): Toast => failure('Error', text)

/** The toast with the server's message in the place of its own text, where there is one. */
export const worded =
  (toast: Toast) =>
  (message?: string): Toast =>
    message ? { ...toast, text: message } : toast

const toastOf = (kind: Toast['kind'], title: string, text?: string): Toast =>
  text === undefined ? { kind, title } : { kind, title, text }

/** Pages that have not become islands show it in a region of their own. */
const region = () => document.querySelector<HTMLElement>('body > #toasts')

const keptUnder = 'toast'
const staysFor = 8_000

let timer: ReturnType<typeof setTimeout> | undefined

/** One at a time, for 8 seconds or until the next press. An error that no field shows stays until it is dismissed. */
export function showToast(toast: Toast) {
  const place = region()
  const atFields = document.querySelector('.field-invalid, .error-summary') !== null
  if (!place) return tell(toast, { atFields })
  clearTimeout(timer)
  const box = render(toast)
  raise(place)
  place.replaceChildren(box)
  document.activeElement?.closest('button')?.scrollIntoView({ block: 'nearest' })
  leaveInTime(box)
}

/** An open dialog covers everything outside the top layer. */
function raise(place: HTMLElement) {
  if (!document.querySelector('dialog:modal') || !place.showPopover) return
  place.popover = 'manual'
  place.hidePopover()
  place.showPopover()
}

/** When the next action starts, what the last one said goes, also from a page that came with it. */
export function withdrawToast() {
  withdraw()
  dismiss()
  document.getElementById('flash')?.remove()
}

export function withdrawFailure() {
  if (currentToast()?.toast.kind === 'error') withdraw()
  if (document.querySelector('#toasts .toast-error')) dismiss()
}

/** `address` fills the sign-in that comes next. */
export const keepToastForNextPage = keepForNextPage

export function showKeptToast(): string | undefined {
  if (!region()) return void tellKept()
  try {
    const stored = sessionStorage.getItem(keptUnder)
    sessionStorage.removeItem(keptUnder)
    if (!stored) return
    const toast = JSON.parse(stored) as Toast & { address?: string }
    showToast(toast)
    return toast.address
  } catch {
    // storage may be closed to us
  }
}

function render({ kind, title, text }: Toast): HTMLElement {
  const box = element('div', { className: `toast toast-${kind}` })
  const close = element('button', { type: 'button', textContent: '×', onclick: dismiss })
  close.setAttribute('aria-label', 'Dismiss message')
  box.append(element('strong', { textContent: title }))
  if (text) box.append(element('p', { textContent: text }))
  box.append(close)
  document.addEventListener('keydown', onEscape)
  // not the press that brought it
  const listen = kind === 'error' ? 'removeEventListener' : 'addEventListener'
  document[listen]('click', onPress, true)
  return box
}

function element<T extends keyof HTMLElementTagNameMap>(
  name: T,
  properties: Partial<HTMLElementTagNameMap[T]>,
): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(name), properties)
}

/** Waits under the pointer or the focus: somebody is reading it. */
function leaveInTime(box: HTMLElement) {
  timer = setTimeout(() => (mustStay(box) ? leaveInTime(box) : dismiss()), staysFor)
}

const mustStay = (box: HTMLElement) =>
  box.matches(':hover, :focus-within') ||
  (box.matches('.toast-error') && !document.querySelector('.field-invalid, .error-summary'))

function onEscape(event: KeyboardEvent) {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) dismiss()
}

function onPress({ target }: Event) {
  // its text can be selected
  if (!(target as Element).closest('.toast')) dismiss()
}

function dismiss() {
  clearTimeout(timer)
  document.removeEventListener('keydown', onEscape)
  document.removeEventListener('click', onPress, true)
  const place = region()
  if (!place) return
  place.replaceChildren()
  place.popover = null
}

/** The address without what would show the toast again at a reload, and without the mark of a new cookie. */
export function withoutWord(url: string) {
  const address = new URL(url)
  for (const name of ['done', 'flash', 'microsoft', cookieMark]) address.searchParams.delete(name)
  return address
}
