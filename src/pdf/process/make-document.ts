import { drawLogo } from '#src/pdf/document/drawings.ts'
import { printableSheet } from '#src/pdf/document/printable-sheet.ts'
import { drawDocument } from '#src/pdf/document/tagged-pdf.tsx'
import { loadFonts } from '#src/pdf/fonts/fonts.ts'
import type { Task } from './service.ts'

const hasGlyph = await loadFonts()

export async function make(task: Task): Promise<Uint8Array> {
  if (task.kind === 'logo') return drawLogo(task.logo)
  if (task.kind === 'document') return drawDocument(printableSheet(task.sheet, hasGlyph))
  throw new Error('Signatures have a process of their own')
}
