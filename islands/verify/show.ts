import type { Outcome } from '#src/ui/verify/outcome.ts'

export function byId<T extends HTMLElement>(id: string) {
  return document.getElementById(id) as T | null
}

/** Takes away what the last check showed, here or in the page as it was served. */
export function clear() {
  byId('result')?.replaceChildren()
  byId('error-summary')?.remove()
  byId('file-error')?.remove()
  const input = byId('file')
  input?.removeAttribute('aria-invalid')
  input?.setAttribute('aria-describedby', 'file-hint')
  input?.closest('.field')?.classList.remove('field-invalid')
  showProgress('')
}

/** Read out by screen readers, because nothing takes the focus yet. */
export function showProgress(text: string) {
  const line = byId('progress')
  if (line) line.textContent = text
}

/** Puts the error before the input and the focus on the input, which is described by it. */
export function showFault(text: string) {
  const input = byId('file')
  if (!input) return
  const error = Object.assign(document.createElement('p'), { id: 'file-error', textContent: text })
  error.className = 'field-error'
  input.before(error)
  input.ariaInvalid = 'true'
  input.setAttribute('aria-describedby', 'file-hint file-error')
  input.closest('.field')?.classList.add('field-invalid')
  input.focus()
}

/** Fills a copy of the page's card; its heading takes the focus, so that it is seen and read. */
export function showOutcome({ tone, heading, lead, facts, notes }: Outcome) {
  const template = byId<HTMLTemplateElement>('outcome')
  const copy = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined
  if (!copy) return
  const part = (selector: string) => copy.querySelector<HTMLElement>(selector) as HTMLElement
  copy.dataset.tone = tone
  part('h2').textContent = heading
  part('p').textContent = lead
  repeat(part('li'), notes, (item, note) => {
    item.textContent = note
  })
  repeat(part('dl > div'), facts, (row, [label, value]) => {
    row.children[0]?.replaceChildren(label)
    row.children[1]?.replaceChildren(value)
  })
  byId('result')?.replaceChildren(copy)
  part('h2').focus()
}

/** One copy of the element for each value; none leaves its list out. */
function repeat<T>(element: HTMLElement, values: T[], fill: (copy: HTMLElement, value: T) => void) {
  const list = element.parentElement
  if (values.length === 0) return list?.remove()
  list?.replaceChildren(
    ...values.map((value) => {
      const copy = element.cloneNode(true) as HTMLElement
      fill(copy, value)
      return copy
    }),
  )
}
