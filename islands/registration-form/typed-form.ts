import { type FormValues, valuesOf } from '#src/forms/registration/form-values.ts'

/** Id of the form's element. */
export const formId = 'registration'

/** What is typed in the form right now. */
export function readForm(): FormValues {
  const form = document.forms.namedItem(formId)
  return form ? valuesOf(new FormData(form)) : {}
}

/** Types a text or ticks a choice for the person, with the events of real typing. */
export function fill(name: string, value: string | string[]) {
  const controls = document.forms.namedItem(formId)?.elements ?? []
  for (const control of controls) {
    if (!isTypedIn(control) || control.name !== name) continue
    if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type))
      control.checked = [value].flat().includes(control.value)
    else control.value = String(value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const isTypedIn = (control: Element) =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
