type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether leaving would lose something typed, in any form of the page. */
export const hasUnsaved = (): boolean =>
  [...document.forms].some((form) => form.method === 'post' && controlsOf(form).some(isKeptNowhere))

export const hasTyping = (form: HTMLFormElement): boolean => controlsOf(form).some(isTyped)

/** Passwords are typed again anyway, and browsers fill them in. */
const isKeptNowhere = (control: Control) =>
  control.name !== '' && control.type !== 'password' && isTyped(control)

let leavesByItself = false

/** For a script that leaves the page after a success. */
export function leaveWithoutAsking() {
  leavesByItself = true
}

/**
 * The browser asks before it leaves a page on which something is typed that no submit is sending, and sends a form once
 * for a double click. `holdsTyping`: the page came with what was typed, or with what is shown only once.
 */
export function askBeforeLeaving(holdsTyping: boolean): () => void {
  let isSent = false
  const onClick = (event: MouseEvent) => {
    const isSecond = event.detail > 1 && event.target instanceof Element
    if (isSecond && event.target.closest('button[type=submit]')) event.preventDefault()
  }
  const onSubmit = (event: Event) => {
    if (!event.defaultPrevented) isSent = true
  }
  const onLeave = (event: Event) => {
    if (!isSent && !leavesByItself && (holdsTyping || hasUnsaved())) event.preventDefault()
    isSent = false
    leavesByItself = false
  }
  // on the window, after everything that may handle a form itself
  addEventListener('click', onClick)
  addEventListener('submit', onSubmit)
  addEventListener('beforeunload', onLeave)
  return () => {
    removeEventListener('click', onClick)
    removeEventListener('submit', onSubmit)
    removeEventListener('beforeunload', onLeave)
  }
}

export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== 'file'),
  )

/** Whether its value is another than the page came with. */
export function isTyped(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findLastIndex(({ defaultSelected }) => defaultSelected)
    return control.selectedIndex !== Math.max(first, 0)
  }
  if (isBox(control)) return control.checked !== control.defaultChecked
  return control.type !== 'hidden' && control.value !== control.defaultValue
}

export const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'
