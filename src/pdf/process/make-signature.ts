import { openSync } from 'fontkit'
import { drawSignature } from '#src/pdf/document/drawings.ts'
import { fontFiles, fontPath } from '#src/pdf/fonts/font-files.ts'
import type { SignatureReading } from '#src/security/signature-image.ts'
import type { Task } from './service.ts'

// not by the renderer of documents, which takes half a second to load
const fonts = fontFiles.map((font) => openSync(fontPath(font)))
const hasGlyph = (codePoint: number) => fonts.every((font) => font.hasGlyphForCodePoint(codePoint))

// the first ones take longer, because fonts are read and code is compiled: 26, 16 and 16 ms, then 9. No signer waits for it
warmUp()

function warmUp() {
  const drawn = drawSignature('Ready', hasGlyph)
  for (let round = 0; round < 6; round += 1) if (drawn.ok) drawSignature(drawn.png, hasGlyph)
}

export async function make(task: Task): Promise<SignatureReading> {
  if (task.kind === 'signature') return drawSignature(task.drawing, hasGlyph)
  throw new Error('Documents have a process of their own')
}
