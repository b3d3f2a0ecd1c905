import { renderToBuffer } from '@react-pdf/renderer'
import { ApplicationDocument } from '#src/pdf/document/application-document.tsx'
import { drawLogo } from '#src/pdf/document/draw-logo.ts'
import { printableSheet } from '#src/pdf/document/printable-sheet.ts'
import { drawTypedName } from '#src/pdf/document/typed-signature.ts'
import { loadFonts } from '#src/pdf/fonts/fonts.ts'
import type { FromChild, Task, ToChild } from './messages.ts'

// Makes documents and pictures from what strangers typed: one task at a time, received over IPC, and it ends with its
// parent. It has nothing to fetch, so it cannot.
globalThis.fetch = () => Promise.reject(new Error('The document process has no network'))

let current = 0

process.on('disconnect', () => process.exit(0))

// The library decodes pictures outside its promise; what it throws there arrives here.
process.on('uncaughtException', (error) => {
  answer({ kind: 'failed', job: current, reason: error.message }, () => process.exit(1))
})

const hasGlyph = await loadFonts()

process.on('message', async ({ job, task }: ToChild) => {
  current = job
  try {
    answer({ kind: 'made', job, bytes: await make(task) })
  } catch (error) {
    answer({ kind: 'failed', job, reason: error instanceof Error ? error.message : String(error) })
  }
})

answer({ kind: 'ready' })

async function make(task: Task): Promise<Uint8Array> {
  if (task.kind === 'signature') return drawTypedName(task.name)
  if (task.kind === 'logo') return drawLogo(task.logo)
  return renderToBuffer(<ApplicationDocument sheet={printableSheet(task.sheet, hasGlyph)} />)
}

function answer(message: FromChild, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}
