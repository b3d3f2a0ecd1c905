import type { ApplicationSheet } from './application-sheet.ts'

/** What the parent asks of the document process; `job` comes back with the answer. */
export type ToChild = { job: number; sheet: ApplicationSheet }

/** What the document process says: warmed up, a document, or why there is none. */
export type FromChild =
  | { kind: 'ready' }
  | { kind: 'made'; job: number; bytes: Uint8Array }
  | { kind: 'failed'; job: number; reason: string }
