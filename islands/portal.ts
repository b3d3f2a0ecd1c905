import { watchForLock } from '#src/forms/requests/locked-pdf.ts'
import { call } from '#src/ui/calls/call.ts'
import { keepCheckingSession } from '#src/ui/calls/check-session.ts'
import { refreshPage } from '#src/ui/calls/merge-page.ts'
import { wakeShowPassword } from '#src/ui/fields/show-password.ts'
import { sizeWords } from '#src/ui/record/size-words.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import {
  keepToastForNextPage,
  showKeptToast,
  showToast,
  withdrawFailure,
  withoutWord,
} from '#src/ui/toasts/toast.ts'
import './in-place.ts'

const login = '/client-login'
const signIn = (failed?: true) => (failed ? `${login}?check=failed` : login)

const filesOf = new WeakMap<HTMLInputElement, File[]>()

let refusedFiles: { file: File; fault: string | undefined }[] = []

showKeptToast()
history.replaceState(history.state, '', withoutWord(location.href))
keepCheckingSession('/api/client/me', signIn, 0, clientToasts.signedOff)
for (const wake of [wakeTabs, listChosenFiles, wakeShowPassword]) {
  wake()
  document.addEventListener('page-merged', wake)
}

document.getElementById('logout')?.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    await call('POST', '/api/client/logout')
    // else unsaved typing would ask to stay, and Back would show it
    for (const form of document.forms) form.reset()
    keepToastForNextPage(clientToasts.signedOut)
    location.assign(login)
  } catch {
    // without a response the session may still exist: the plain form tries again
    ;(event.target as HTMLFormElement).submit()
  }
})

/** Edit and Cancel fetch the page in another state; the focus goes where the form says, or into the section. */
document.addEventListener('submit', async (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== 'get') return
  event.preventDefault()
  const { hash, pathname } = new URL(form.action)
  const fields = new FormData(form, event.submitter) as unknown as Record<string, string>
  try {
    await refreshPage(`${pathname}?${new URLSearchParams(fields)}`)
    const field = document.querySelector<HTMLElement>(
      '#section :is(input:not([type=hidden]), textarea)',
    )
    ;(field ?? document.querySelector<HTMLElement>(hash))?.focus()
  } catch {
    showToast(clientToasts.unreachable)
  }
})

document.addEventListener('click', (event) => {
  const tab = tabOf(event)
  if (!tab) return
  event.preventDefault()
  open(tab)
})

document.addEventListener('keydown', (event) => {
  const tab = tabOf(event)
  const tabs = allTabs()
  const at = tab ? tabs.indexOf(tab) : -1
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  const next = tab && to !== undefined && tabs.at(to % tabs.length)
  if (!next) return
  event.preventDefault()
  open(next)
  next.focus()
})

function open(tab: HTMLAnchorElement) {
  withdrawFailure()
  history.replaceState(null, '', tab.href)
  select(tab)
}

function wakeTabs() {
  document.querySelector('.tabs')?.setAttribute('role', 'tablist')
  for (const tab of allTabs()) {
    tab.role = 'tab'
    panelOf(tab).role = 'tabpanel'
    tab.setAttribute('aria-controls', panelOf(tab).id)
    if (tab.ariaCurrent) select(tab)
  }
}

function select(tab: HTMLAnchorElement) {
  for (const other of allTabs()) {
    other.ariaCurrent = null
    other.ariaSelected = String(other === tab)
    other.tabIndex = other === tab ? 0 : -1
    panelOf(other).hidden = other !== tab
  }
  // on a narrow screen the row scrolls; the page itself stays where it is
  const row = tab.parentElement as HTMLElement
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

function allTabs() {
  return [...document.querySelectorAll<HTMLAnchorElement>('.tabs > a')]
}

function tabOf({ target }: Event) {
  return (target as Element).closest<HTMLAnchorElement>('.tabs > a')
}

function panelOf(tab: HTMLAnchorElement) {
  return document.getElementById(tab.id.replace('tab', 'panel')) as HTMLElement
}

/** Choosing again adds to the files of an answer. */
function listChosenFiles() {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file][multiple]'))
    if (!filesOf.has(input)) listFilesOf(input)
    else {
      refusedFiles = refusedIn(input)
      show(input)
    }
}

function refusedIn({ files, dataset }: HTMLInputElement) {
  const errors = JSON.parse(dataset.errors ?? '{}') as Record<string, string[]>
  return [...(files ?? [])].map((file, at) => ({ file, fault: errors[`files[${at}]`]?.[0] }))
}

function listFilesOf(input: HTMLInputElement) {
  filesOf.set(input, [...(input.files ?? [])])
  input.form?.addEventListener('input', () => {
    const answer = input.form?.elements.namedItem('answer') as HTMLTextAreaElement
    if (answer.ariaInvalid) clearError(answer)
  })
  input.addEventListener('change', () => {
    put(input, [...(filesOf.get(input) ?? []), ...(input.files ?? [])])
  })
  show(input)
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

function put(input: HTMLInputElement, files: File[]) {
  const transfer = new DataTransfer()
  for (const file of files)
    if (![...transfer.files].some((other) => isSame(file, other))) transfer.items.add(file)
  input.files = transfer.files
  show(input)
}

function show(input: HTMLInputElement) {
  const files = [...(input.files ?? [])]
  filesOf.set(input, files)
  const list = Object.assign(document.createElement('ul'), {
    className: 'chosen',
    ariaLabel: 'Chosen files',
  })
  list.append(...files.map((file) => entryOf(input, file)))
  input.parentElement?.querySelector('.chosen')?.remove()
  if (files.length > 0) input.after(list)
}

const refusalOf = (file: File) => refusedFiles.find((other) => isSame(other.file, file))?.fault

const faultOf = ({ accept, dataset }: HTMLInputElement, file: File) =>
  refusalOf(file) ?? (isOfKind(accept, file) ? undefined : dataset.otherKind)

const isOfKind = (accept: string, { name, type }: File) =>
  !name.includes('.') ||
  accept.split(',').some((kind) => kind === type || name.toLowerCase().endsWith(kind))

function clearError(input: HTMLInputElement | HTMLTextAreaElement) {
  document.getElementById(`${input.id}-error`)?.remove()
  input.ariaInvalid = null
  input.setAttribute('aria-describedby', `${input.id}-hint`)
  input.closest('.field')?.classList.remove('field-invalid')
  document.querySelector(`#error-summary li:has([href="#${input.id}"])`)?.remove()
  if (document.querySelector('#error-summary li')) return
  document.getElementById('error-summary')?.remove()
  document.title = document.title.replace(/^Error: /, '')
}

function entryOf(input: HTMLInputElement, file: File) {
  const entry = document.createElement('li')
  const remove = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button-outlined button-small',
    textContent: 'Remove',
    ariaLabel: `Remove ${file.name}`,
    onclick() {
      const rest = [...(input.files ?? [])].filter((other) => other !== file)
      put(input, rest)
      if (!rest.some(refusalOf)) clearError(input)
      input.focus()
    },
  })
  const name = document.createElement('div')
  name.append(`${file.name} (${sizeWords(file.size)})`)
  const { dataset } = input
  const fault = faultOf(input, file)
  if (fault)
    name.append(
      Object.assign(document.createElement('p'), {
        className: 'field-error',
        textContent: fault,
        role: refusalOf(file) ? null : 'alert',
      }),
    )
  entry.append(name, remove)
  if (!fault && dataset.locked) addLockHint(name, file, dataset.locked)
  return entry
}

const locks = new WeakMap<File, Promise<boolean>>()

async function addLockHint(entry: HTMLElement, file: File, text: string) {
  const known = locks.get(file) ?? isLocked(file)
  locks.set(file, known)
  if (await known)
    entry.append(
      Object.assign(document.createElement('p'), {
        className: 'hint field-warning',
        textContent: text,
        role: 'status',
      }),
    )
}

async function isLocked(file: File): Promise<boolean> {
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return false
  const lock = watchForLock()
  const decoder = new TextDecoder('latin1')
  try {
    const reader = file.stream().getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      lock.take(decoder.decode(piece.value))
    return lock.isLocked()
  } catch {
    // the file was changed or removed meanwhile: sending it says so
    return false
  }
}
