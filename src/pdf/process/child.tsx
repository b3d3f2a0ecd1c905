import { drawLogo, drawSignature } from '#src/pdf/document/drawings.ts'
import { printableSheet } from '#src/pdf/document/printable-sheet.ts'
import { drawDocument } from '#src/pdf/document/tagged-pdf.tsx'
import { loadFonts } from '#src/pdf/fonts/fonts.ts'
import type { Answer, Made, Task } from './service.ts'

// draws what strangers typed, so it fetches nothing
globalThis.fetch = () => Promise.reject(new Error('The document process has no network'))

process.on('disconnect', () => process.exit(0))

// the library decodes pictures outside its promise
process.on('uncaughtException', ({ message }) => {
  answer({ failed: message }, () => process.exit(1))
})

const hasGlyph = await loadFonts()

process.on('message', async (task: Task) => {
  try {
    answer({ made: await make(task) })
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) })
  }
})

async function make(task: Task): Promise<Made[Task['kind']]> {
  if (task.kind === 'signature') return drawSignature(task.drawing, hasGlyph)
  if (task.kind === 'logo') return drawLogo(task.logo)
  return drawDocument(printableSheet(task.sheet, hasGlyph))
}

function answer(message: Answer, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}
