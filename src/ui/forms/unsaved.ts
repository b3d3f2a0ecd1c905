type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Tells whether leaving would lose unsaved input in any form of the page. */
export const hasUnsaved = (): boolean =>
  [...document.forms].some((form) => form.method === 'post' && controlsOf(form).some(isKeptNowhere))

export const hasTyping = (form: HTMLFormElement): boolean => controlsOf(form).some(isTyped)

/** Tells whether a reset would change nothing visible. */
export const isUntouched = (form: HTMLFormElement): boolean =>
  !hasTyping(form) &&
  [...form.elements].every((element) => {
    if (element instanceof HTMLSelectElement)
      return [...element.options].some(
        ({ selected, defaultSelected }) => selected && defaultSelected,
      )
    return !(element instanceof HTMLInputElement) || !element.files?.length
  })

/**
 * Tells whether leaving would lose this input. Passwords do not count: browsers fill them in, or they are typed again.
 */
const isKeptNowhere = (control: Control) =>
  control.name !== '' && !isPassword(control) && isTyped(control)

/** Tells whether the control is for a password, also while the password is shown as text. */
export const isPassword = (control: Control): boolean =>
  control.type === 'password' ||
  (control instanceof HTMLInputElement && control.autocomplete.includes('password'))

let leavesByItself = false

/** Lets a script leave the page after a success. */
export function leaveWithoutAsking() {
  leavesByItself = true
}

/** Tells whether a script is leaving the page, and resets that, because the browser may bring the page back. */
export function takeLeave(): boolean {
  const wasLeaving = leavesByItself
  leavesByItself = false
  return wasLeaving
}

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== 'file'),
  )

/** Tells whether the value differs from the one that the page came with. */
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
