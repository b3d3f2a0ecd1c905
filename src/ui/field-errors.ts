/**
 * Writes errors beside their fields, in the markup that the server draws (`Field.tsx`), takes away those of before,
 * and moves the focus to the first. Answers whether there was any.
 */
export function showFieldErrors(form: HTMLFormElement, errors: Record<string, string>): boolean {
  for (const old of form.querySelectorAll('.field-error')) old.remove()
  let first: HTMLElement | undefined
  for (const input of form.querySelectorAll<HTMLInputElement>('.input')) {
    const error = errors[input.name]
    input.closest('.field')?.classList.toggle('field-invalid', Boolean(error))
    input.toggleAttribute('aria-invalid', false)
    const hint = document.getElementById(`${input.id}-hint`)?.id ?? ''
    input.setAttribute('aria-describedby', error ? `${hint} ${input.id}-error`.trim() : hint)
    if (!error) continue
    input.setAttribute('aria-invalid', 'true')
    const text = document.createElement('p')
    text.className = 'field-error'
    text.id = `${input.id}-error`
    text.textContent = error
    input.before(text)
    first ??= input
  }
  first?.focus()
  return Boolean(first)
}
