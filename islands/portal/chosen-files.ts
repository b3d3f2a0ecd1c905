import { sizeWords } from '#src/ui/record/size-words.ts'

/** Lists the files of an answer, each with a button that takes it out; choosing again adds to them. */
export function listChosenFiles() {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file][multiple]'))
    if (!filesOf.has(input)) listFilesOf(input)
    else show(input)
}

const filesOf = new WeakMap<HTMLInputElement, File[]>()

function listFilesOf(input: HTMLInputElement) {
  filesOf.set(input, [...(input.files ?? [])])
  input.addEventListener('change', () => {
    const before = (filesOf.get(input) ?? []).filter(
      (file) => ![...(input.files ?? [])].some((other) => isSame(file, other)),
    )
    put(input, [...before, ...(input.files ?? [])])
  })
  show(input)
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

function put(input: HTMLInputElement, files: File[]) {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
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

function entryOf(input: HTMLInputElement, file: File) {
  const entry = document.createElement('li')
  const remove = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button-outlined button-small',
    textContent: 'Remove',
    ariaLabel: `Remove ${file.name}`,
    onclick() {
      put(
        input,
        [...(input.files ?? [])].filter((other) => other !== file),
      )
      input.focus()
    },
  })
  const name = document.createElement('span')
  name.textContent = `${file.name} (${sizeWords(file.size)})`
  entry.append(name, remove)
  return entry
}
