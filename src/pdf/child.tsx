import { renderToBuffer } from '@react-pdf/renderer'
import { ApplicationDocument } from './application-document.tsx'
import type { ApplicationSheet } from './application-sheet.ts'
import { loadFonts } from './fonts.ts'
import type { FromChild, ToChild } from './messages.ts'
import { printableSheet } from './printable-sheet.ts'
import { warmUpSheet } from './warm-up-sheet.ts'

// The process that makes documents: one at a time, told by its parent over IPC, gone when the
// parent is. It has nothing to fetch, so it cannot.
globalThis.fetch = () => Promise.reject(new Error('The document process has no network'))

let current = 0

process.on('disconnect', () => process.exit(0))

// The library decodes pictures outside its promise; what it throws there arrives here.
process.on('uncaughtException', (error) => {
  answer({ kind: 'failed', job: current, reason: error.message }, () => process.exit(1))
})

const hasGlyph = await loadFonts()
await draw(warmUpSheet)

process.on('message', async ({ job, sheet }: ToChild) => {
  current = job
  try {
    answer({ kind: 'made', job, bytes: await draw(sheet) })
  } catch (error) {
    answer({ kind: 'failed', job, reason: error instanceof Error ? error.message : String(error) })
  }
})

answer({ kind: 'ready' })

function draw(sheet: ApplicationSheet): Promise<Uint8Array> {
  return renderToBuffer(<ApplicationDocument sheet={printableSheet(sheet, hasGlyph)} />)
}

function answer(message: FromChild, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}
