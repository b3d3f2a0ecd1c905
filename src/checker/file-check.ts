import { fileFaults } from '#src/forms/verify/document.ts'
import { checking, hashClass, type Outcome } from '#src/ui/verify/outcome.ts'

export type Fault = { field: HTMLElement; text: string }

type Page = {
  form: HTMLFormElement
  input: HTMLInputElement
  check: (file: File) => Promise<Outcome | Fault>
  /** Whether this browser can check a file by itself. If not, the form is sent to the server. */
  canCheck: boolean
}

/** Counts the chosen files, so that a check which ends after the next one began shows nothing. */
let choice = 0

export function fileCheck(page: Page) {
  const { form, input, canCheck } = page
  input.onchange = () => begin(page)
  takeDrops(page)
  form.onsubmit = (event) => {
    if (!canCheck && input.files?.length) return
    event.preventDefault()
    begin(page, input.files?.length ? null : fileFaults.none)
  }
  form.dataset.awake = 'true'
}

async function begin({ form, input, check, canCheck }: Page, fault: string | null = null) {
  const ownChoice = ++choice
  const file = input.files?.[0]
  clear(form)
  if (fault) return showFault({ field: input, text: fault })
  if (!file || !canCheck) return
  showProgress(checking(file.name))
  const result = await check(file)
  if (ownChoice !== choice) return
  clear(form)
  if ('field' in result) showFault(result)
  else showOutcome(result)
}

function clear(form: HTMLFormElement) {
  byId('result')?.replaceChildren()
  byId('error-summary')?.remove()
  for (const error of form.querySelectorAll('.field-error')) error.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    field.setAttribute('aria-describedby', `${field.id}-hint`)
    field.closest('.field')?.classList.remove('field-invalid')
  }
  showProgress('')
}

/** Shows the progress, which screen readers read out because the focus does not move yet. */
function showProgress(text: string) {
  const line = byId('progress')
  if (line) line.textContent = text
}

function showFault({ field, text }: Fault) {
  const id = `${field.id}-error`
  const error = Object.assign(document.createElement('p'), { id, textContent: text })
  error.className = 'field-error'
  field.before(error)
  field.ariaInvalid = 'true'
  field.setAttribute('aria-describedby', `${field.id}-hint ${id}`)
  field.closest('.field')?.classList.add('field-invalid')
  field.focus()
}

/** Shows the outcome and moves the focus to its heading, so that it is seen and read out. */
function showOutcome({ tone, heading, lead, facts, notes }: Outcome) {
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
    const [term, fact] = row.children
    term?.replaceChildren(label)
    fact?.replaceChildren(value)
    if (fact) fact.className = hashClass(value)
  })
  byId('result')?.replaceChildren(copy)
  part('h2').focus()
}

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

/** Accepts files that are dropped on the page. The browser still handles text and links that are dragged. */
function takeDrops(page: Page) {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')
  document.ondragover = (event) => {
    if (hasFiles(event)) event.preventDefault()
  }
  document.ondrop = (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    const { files } = event.dataTransfer ?? {}
    if (files?.length === 1) page.input.files = files
    begin(page, files?.length === 1 ? null : fileFaults.several)
  }
}

export const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T | null
