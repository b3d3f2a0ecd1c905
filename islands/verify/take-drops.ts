import { fileFaults } from '#src/forms/verify/document-file.ts'

/**
 * Takes what is dropped anywhere on the page as the input's file. `dropped` gets why it cannot be checked, or `null`
 * once the input has it.
 */
export function takeDrops(input: HTMLInputElement, dropped: (fault: string | null) => void) {
  const area = input.closest<HTMLElement>('.drop')
  const mark = (over: boolean) => area?.classList.toggle('drop-over', over)
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

/** Text and links that are dragged stay the browser's. */
const hasFiles = ({ dataTransfer }: DragEvent) => Boolean(dataTransfer?.types.includes('Files'))

function faultOfDrop({ dataTransfer }: DragEvent): string | null {
  const { items, files } = dataTransfer ?? {}
  if (files && files.length > 1) return fileFaults.several
  if (items?.[0]?.webkitGetAsEntry()?.isDirectory) return fileFaults.folder
  return files?.length === 1 ? null : fileFaults.none
}
