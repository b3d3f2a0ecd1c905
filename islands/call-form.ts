/** For the forms of the back office that are no islands yet. `naming` makes the summary's words of label and message. */
export function showErrors(
  form: HTMLFormElement,
  errors: Record<string, string>,
  naming = (_label: string, text: string) => text,
): boolean {
  byId('error-summary')?.remove()
  const items = fieldsOf(form).flatMap((input) => {
    const { id } = input
    const text = errors[input.name]
    byId(`${id}-error`)?.remove()
    input.closest('.field')?.classList.toggle('field-invalid', Boolean(text))
    const hint = byId(`${id}-hint`)?.id ?? ''
    input.setAttribute('aria-describedby', text ? `${hint} ${id}-error`.trim() : hint)
    input.ariaInvalid = text ? 'true' : null
    if (!text) return []
    const prefix = make('span', { className: 'visually-hidden' }, 'Error: ')
    const error = make('p', { className: 'field-error', id: `${id}-error` }, prefix, text)
    ;(input.closest('.choice') ?? input).before(error)
    const twin = byId<HTMLInputElement>(input.dataset.same ?? '')
    if (twin && errors[twin.name] === text) return []
    const label = input.labels?.[0]?.textContent ?? ''
    return [make('li', {}, make('a', { href: `#${id}` }, naming(label, text)))]
  })
  document.title = document.title.replace(/^Error: /, '')
  if (items.length > 0) summarise(items)
  return items.length > 0
}

function summarise(items: Node[]) {
  document.title = `Error: ${document.title}`
  // no role of alert: it takes the focus, and would be read twice
  const frame = { className: 'error-summary', id: 'error-summary', tabIndex: -1 }
  const heading = make('h2', {}, 'There is a problem')
  const summary = make('div', frame, heading, make('ul', {}, ...items))
  byId('main')?.prepend(summary)
  summary.focus()
}

function fieldsOf(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement>(':is(input, textarea, select)[id]')]
}

function make(name: string, properties: object, ...inside: (Node | string)[]) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...inside)
  return element
}

function byId<T extends HTMLElement>(id: string) {
  return document.getElementById(id) as T | null
}
