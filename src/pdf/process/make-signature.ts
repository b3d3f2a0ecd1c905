import { openSync } from 'fontkit'
import { drawSignature } from '#src/pdf/document/drawings.ts'
import { fontFiles, fontPath } from '#src/pdf/fonts/font-files.ts'
import type { SignatureReading } from '#src/security/signature-image.ts'
import type { Task } from './service.ts'

// the renderer of documents is not used here, because loading it takes half a second
const fonts = fontFiles.map((font) => openSync(fontPath(font)))
const hasGlyph = (codePoint: number) => fonts.every((font) => font.hasGlyphForCodePoint(codePoint))

// the first signatures take longer (26, 16 and 16 ms, then 9), because fonts are read and code is compiled
warmUp()

function warmUp() {
  const drawn = drawSignature('Ready', hasGlyph)
  for (let round = 0; round < 6; round += 1) if (drawn.ok) drawSignature(drawn.png, hasGlyph)
}

export async function make(task: Task): Promise<SignatureReading> {
  if (task.kind === 'signature') return drawSignature(task.drawing, hasGlyph)
  throw new Error('Documents have a process of their own')
}
