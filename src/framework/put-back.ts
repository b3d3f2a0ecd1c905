type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Remembers the fields inside `element` before React takes them over, and returns a function that restores what was
 * typed. It writes into the new fields if React rendered from scratch, and into text areas, because React overwrites
 * the text of each one.
 */
export function rememberTyping(element: Element): () => void {
  const before = fieldsIn(element)
  const texts = new Map<HTMLTextAreaElement, string>()
  for (const field of before.values())
    if (field instanceof HTMLTextAreaElement && isTyped(field)) texts.set(field, field.value)
  let focused: Element | null = document.activeElement
  const onFocus = ({ target }: Event) => {
    focused = target as Element
  }
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) texts.set(target, target.value)
  }
  element.addEventListener('focusin', onFocus)
  element.addEventListener('input', onInput)
  return () => {
    element.removeEventListener('focusin', onFocus)
    element.removeEventListener('input', onInput)
    const after = fieldsIn(element)
    for (const [key, old] of before) {
      const field = after.get(key)
      if (!field || field === old) continue
      if (isTyped(old)) write(field, old)
      if (old === focused) focusLike(field, old)
    }
    for (const [area, text] of texts)
      if (area.isConnected && area.value !== text) writeText(area, text)
    texts.clear()
  }
}

/** Finds the fields by their form, their name, the value of a choice, and their position among equal ones. */
function fieldsIn(element: Element): Map<string, Control> {
  const fields = new Map<string, Control>()
  for (const field of element.querySelectorAll<Control>('input, textarea, select')) {
    if (!field.name || field.type === 'hidden' || field.type === 'file') continue
    const key = [field.form?.id, field.name, isBox(field) ? field.value : ''].join(' ')
    let at = 0
    while (fields.has(`${key} ${at}`)) at += 1
    fields.set(`${key} ${at}`, field)
  }
  return fields
}

/**
 * Returns whether the field holds something that the page did not. Browsers fill in passwords and addresses without
 * an event.
 */
function isTyped(field: Control): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Writes the value as a user would, so that React notices it. */
function write(field: Control, old: Control) {
  if (isBox(field)) {
    if (field.checked !== (old as HTMLInputElement).checked) field.click()
    return
  }
  writeText(field, old.value)
}

function writeText(field: Control, text: string) {
  // React puts its own setter on the field
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function focusLike(field: Control, old: Control) {
  field.focus()
  if (field instanceof HTMLSelectElement || old instanceof HTMLSelectElement) return
  try {
    field.setSelectionRange(old.selectionStart, old.selectionEnd)
  } catch {
    // email and date fields have no selection
  }
}

const isBox = (field: Control): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'
