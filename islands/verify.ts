import type { DocumentLookup } from '#src/forms/verify/document.ts'
import { faultOfFile, fileFaults, largestDocument, lookedAt } from '#src/forms/verify/document.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import {
  checking,
  notCheckedYet,
  type Outcome,
  offline,
  outcomeOf,
  type Speaker,
  whereItGoes,
} from '#src/ui/verify/outcome.ts'

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T | null
const form = byId<HTMLFormElement>('check')
const input = byId<HTMLInputElement>('file')
/** Browsers calculate hashes on secure connections only; elsewhere the form posts the file. */
const canHash = isSecureContext

/** A check that ends after the next one began shows nothing. */
let choice = 0

if (form && input) {
  const hint = byId('file-hint')
  if (hint) hint.textContent = canHash ? whereItGoes.stays : whereItGoes.insecure
  input.onchange = () => begin(form, input)
  takeDrops(input, (fault) => begin(form, input, fault))
  form.onsubmit = (event) => {
    if (canHash || !input.files?.length) {
      event.preventDefault()
      begin(form, input, input.files?.length ? null : fileFaults.none)
    }
  }
  form.dataset.awake = 'true'
}

async function begin(form: HTMLFormElement, input: HTMLInputElement, fault: string | null = null) {
  const mine = ++choice
  const file = input.files?.[0]
  clear()
  if (fault) return showFault(fault)
  if (!file || !canHash) return
  showProgress(checking(file.name))
  const result = await check(file, form.dataset as Speaker)
  if (mine !== choice) return
  clear()
  if (typeof result === 'string') showFault(result)
  else showOutcome(result)
}

/** Returns the outcome, or why the file cannot be checked. Only its SHA-256 is sent. */
async function check(file: File, speaker: Speaker): Promise<Outcome | string> {
  let sha256: string
  try {
    const start = new Uint8Array(await file.slice(0, lookedAt).arrayBuffer())
    const fault = faultOfFile(file.size, start)
    if (fault) return fault
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // moved or renamed since it was chosen, or a folder that looked like a file
    return file.size > largestDocument ? fileFaults.tooLarge : fileFaults.unreadable
  }
  try {
    const path = `/api/verify/${sha256}`
    const lookup = await call<DocumentLookup>('GET', path, undefined, {}, { credentials: 'omit' })
    return outcomeOf(lookup, { by: 'file', sha256 }, speaker)
  } catch (error) {
    return notCheckedYet((error instanceof CallError && error.reply.message) || offline)
  }
}

function clear() {
  byId('result')?.replaceChildren()
  byId('error-summary')?.remove()
  byId('file-error')?.remove()
  input?.removeAttribute('aria-invalid')
  input?.setAttribute('aria-describedby', 'file-hint')
  input?.closest('.field')?.classList.remove('field-invalid')
  showProgress('')
}

/** Read out by screen readers, because nothing takes the focus yet. */
function showProgress(text: string) {
  const line = byId('progress')
  if (line) line.textContent = text
}

function showFault(text: string) {
  if (!input) return
  const error = Object.assign(document.createElement('p'), { id: 'file-error', textContent: text })
  error.className = 'field-error'
  input.before(error)
  input.ariaInvalid = 'true'
  input.setAttribute('aria-describedby', 'file-hint file-error')
  input.closest('.field')?.classList.add('field-invalid')
  input.focus()
}

/** The heading takes the focus, so that it is seen and read. */
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
    row.children[0]?.replaceChildren(label)
    row.children[1]?.replaceChildren(value)
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

/** Text and links that are dragged stay the browser's. */
function takeDrops(input: HTMLInputElement, dropped: (fault: string | null) => void) {
  const area = input.closest<HTMLElement>('.drop')
  const mark = (over: boolean) => area?.classList.toggle('drop-over', over)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  document.ondragover = (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(true)
  }
  document.ondragleave = ({ relatedTarget }) => {
    if (!relatedTarget) mark(false)
  }
  document.ondrop = (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(false)
    const fault = faultOfDrop(event)
    if (!fault && event.dataTransfer) input.files = event.dataTransfer.files
    dropped(fault)
  }
}

function faultOfDrop({ dataTransfer }: DragEvent): string | null {
  const { items, files } = dataTransfer ?? {}
  if (files && files.length > 1) return fileFaults.several
  if (items?.[0]?.webkitGetAsEntry()?.isDirectory) return fileFaults.folder
  return files?.length === 1 ? null : fileFaults.none
}
