import { Idiomorph } from 'idiomorph'
import { controlsOf, isBox, isTyped } from '#src/ui/forms/unsaved.ts'
import { showToast, type Toast, withdrawFailure, withoutWord } from '#src/ui/toasts/toast.ts'

/** `asks`: the form changes nothing, but asks for another view. */
type Sent = { form: HTMLFormElement; isDone: boolean; asks: boolean }

/**
 * Merges a page from the server into this one. Typing in other forms than `sent` stays, islands get new props, the
 * flash becomes a toast.
 */
export function mergePage(html: string, sent: Sent | null = null) {
  const next = new DOMParser().parseFromString(html, 'text/html')
  const flash = next.getElementById('flash')
  flash?.remove()
  const focused = document.activeElement
  const label = labelOf(focused)
  const typed = typedElsewhere(sent)
  Idiomorph.morph(document.documentElement, next.documentElement, {
    head: { style: 'merge' },
    callbacks: { beforeNodeMorphed, beforeAttributeUpdated },
  })
  for (const field of typed) putBack(field)
  if (sent) settle(sent)
  openAndCloseDialogs(next, sent)
  document.dispatchEvent(new Event('page-merged'))
  if (flash) showToast(JSON.parse(flash.dataset.toast ?? '{}') as Toast)
  else if (sent) withdrawFailure()
  moveFocus(sent, focused?.isConnected && labelOf(focused) === label ? focused : null)
}

export async function refreshPage(address: string = location.href) {
  setBusy(true)
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } })
    if (!response.ok || isElsewhere(response)) return location.reload()
    history.replaceState(history.state, '', withoutWord(response.url))
    mergePage(await response.text())
  } finally {
    setBusy(false)
  }
}

export function setBusy(isBusy: boolean) {
  const main = document.getElementById('main')
  if (main) main.ariaBusy = isBusy ? 'true' : null
}

/** A redirect to another page, such as the sign-in. */
export const isElsewhere = ({ url }: Response) => new URL(url).pathname !== location.pathname

function beforeNodeMorphed(old: Element, next: Node): boolean {
  if (old.id === 'toasts') return false
  if (!(old instanceof HTMLElement) || !isLiveIsland(old)) return true
  const { props = '' } = (next as HTMLElement).dataset
  if (old.dataset.props !== props) {
    old.dataset.props = props
    old.dispatchEvent(new Event('props-changed'))
  }
  return false
}

const isLiveIsland = ({ localName, dataset }: HTMLElement) =>
  localName === 'island-root' && (dataset.awake === 'true' || dataset.awake === 'soon')

/** What a person opened stays open. */
function beforeAttributeUpdated(name: string, element: Element, change: 'update' | 'remove') {
  return name !== 'open' || (change === 'update' && !(element instanceof HTMLDialogElement))
}

type Control = ReturnType<typeof controlsOf>[number]
type Typed = { control: Control; name: string; value: string; isChecked: boolean }

/** The server sent their values back, and they were typed all the same. */
const refused = new WeakSet<HTMLFormElement>()

/** Of the other forms in which something is typed; hidden fields too, which hold the version that was read. */
function typedElsewhere(sent: Sent | null): Typed[] {
  return [...document.forms]
    .filter((form) => form !== sent?.form && !form.closest('island-root[data-awake]'))
    .map((form) => ({ form, controls: controlsOf(form) }))
    .filter(({ form, controls }) => refused.has(form) || controls.some(isTyped))
    .flatMap(({ controls }) => controls)
    .map((control) => {
      const { name, value } = control
      return { control, name, value, isChecked: 'checked' in control && control.checked }
    })
}

function putBack({ control, name, value, isChecked }: Typed) {
  if (control.name !== name) return
  if (!isBox(control)) control.value = value
  else if (control.value === value) control.checked = isChecked
}

/** Whether leaving would lose something typed. `data-unsaved` marks what the server has only shown again. */
export const hasUnsaved = (): boolean =>
  [...document.forms].some(
    (form) =>
      form.method === 'post' &&
      (form.dataset.unsaved !== undefined || controlsOf(form).some(isUnsaved)),
  )

/** Passwords are typed again anyway, and browsers fill them in. */
function isUnsaved(control: Control): boolean {
  if (!control.name || control.type === 'password') return false
  if (isTyped(control)) return true
  const isText = control.type !== 'hidden' && !isBox(control) && control.type !== 'select-one'
  return isText && control.value !== '' && control.form !== null && refused.has(control.form)
}

/** Chosen files stay in a form that was refused or only checked. */
function settle({ form, isDone }: Sent) {
  if (!isDone) return void refused.add(form)
  if (form.dataset.keepsFiles !== undefined) return
  refused.delete(form)
  for (const input of form.querySelectorAll<HTMLInputElement>('[type=file]')) input.value = ''
}

function openAndCloseDialogs(next: Document, sent: Sent | null) {
  for (const dialog of document.querySelectorAll('dialog')) {
    if (dialog.closest('island-root[data-awake]')) continue
    if (next.getElementById(dialog.id)?.hasAttribute('open')) openDialog(dialog)
    else if (sent?.isDone && dialog.contains(sent.form)) dialog.close()
  }
}

/** Only a closed dialog becomes modal. */
export function openDialog(dialog: HTMLDialogElement | null) {
  if (dialog?.matches(':modal')) return
  dialog?.close()
  dialog?.showModal()
}

function moveFocus(sent: Sent | null, focused: Element | null) {
  const target =
    sent && !sent.isDone
      ? (document.querySelector<HTMLElement>('dialog:modal [aria-invalid=true]') ??
        sent.form.querySelector<HTMLElement>('#error-summary') ??
        document.getElementById('error-summary'))
      : sent &&
        document.querySelector<HTMLElement>(
          sent.asks ? 'main [autofocus]' : 'main [data-shown-once]',
        )
  if (target) {
    target.focus()
    if (target.matches('[data-shown-once]')) target.scrollIntoView()
  } else if (!focused || document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

/** A button without an id may have become another one. */
const labelOf = (element: Element | null) =>
  element instanceof HTMLButtonElement
    ? element.id || `${element.value} ${element.textContent}`
    : null
