type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether leaving would lose something typed, in any form of the page. */
export const hasUnsaved = (): boolean =>
  [...document.forms].some((form) => form.method === 'post' && controlsOf(form).some(isKeptNowhere))

export const hasTyping = (form: HTMLFormElement): boolean => controlsOf(form).some(isTyped)

/** Whether a reset would change nothing that is seen. */
export const isUntouched = (form: HTMLFormElement): boolean =>
  !hasTyping(form) &&
  [...form.elements].every((element) => {
    if (element instanceof HTMLSelectElement)
      return [...element.options].some(
        ({ selected, defaultSelected }) => selected && defaultSelected,
      )
    return !(element instanceof HTMLInputElement) || !element.files?.length
  })

/** Passwords are typed again anyway, and browsers fill them in. */
const isKeptNowhere = (control: Control) =>
  control.name !== '' && control.type !== 'password' && isTyped(control)

/** The browser asks before it leaves a page on which something is typed that no submit is sending. */
export function askBeforeLeaving(): () => void {
  let isSent = false
  const onSubmit = (event: Event) => {
    if (!event.defaultPrevented) isSent = true
  }
  const onLeave = (event: Event) => {
    if (!isSent && hasUnsaved()) event.preventDefault()
    isSent = false
  }
  // on the window, after everything that may handle a form itself
  addEventListener('submit', onSubmit)
  addEventListener('beforeunload', onLeave)
  return () => {
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
