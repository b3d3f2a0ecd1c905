export type Toast = { kind: 'success' | 'info' | 'error'; title: string; text?: string }

const keptUnder = 'toast'
const staysFor = 8_000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows one toast at a time in the page's live region. An error stays until it is dismissed, by its button or Escape;
 * others go after 8 seconds.
 */
export function showToast(toast: Toast) {
  const region = document.getElementById('toasts')
  if (!region) return
  clearTimeout(timer)
  const box = render(toast)
  raise(region)
  region.replaceChildren(box)
  if (toast.kind !== 'error') leaveInTime(box)
}

/** Above an open dialog, which covers everything outside the browser's top layer. */
function raise(region: HTMLElement) {
  if (!document.querySelector('dialog:modal') || !region.showPopover) return
  region.popover = 'manual'
  region.hidePopover()
  region.showPopover()
}

/** Removes a failure that is over: what failed has succeeded, or the person has moved on. */
export function withdrawFailure() {
  if (document.querySelector('#toasts .toast-error')) dismiss()
}

/** Keeps a toast for the page that comes next, in this tab alone. */
export function keepToastForNextPage(toast: Toast) {
  try {
    sessionStorage.setItem(keptUnder, JSON.stringify(toast))
  } catch {
    // storage may be closed to us: the next page says in its own words what happened
  }
}

/** Shows the toast that the page before kept, once. */
export function showKeptToast() {
  try {
    const kept = sessionStorage.getItem(keptUnder)
    sessionStorage.removeItem(keptUnder)
    if (kept) showToast(JSON.parse(kept) as Toast)
  } catch {
    // as above
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
  return box
}

function element<T extends keyof HTMLElementTagNameMap>(
  name: T,
  properties: Partial<HTMLElementTagNameMap[T]>,
): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(name), properties)
}

/** Under the pointer or the focus it waits: somebody is reading it. */
function leaveInTime(box: HTMLElement) {
  timer = setTimeout(
    () => (box.matches(':hover, :focus-within') ? leaveInTime(box) : dismiss()),
    staysFor,
  )
}

function onEscape(event: KeyboardEvent) {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) dismiss()
}

function dismiss() {
  clearTimeout(timer)
  document.removeEventListener('keydown', onEscape)
  const region = document.getElementById('toasts')
  if (!region) return
  region.replaceChildren()
  region.popover = null
}
