import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'

/** What the document process can make: a PDF of an application, a typed name as a signature's PNG, or a logo as a PNG. */
export type Task =
  | { kind: 'document'; sheet: ApplicationSheet }
  | { kind: 'signature'; name: string }
  | { kind: 'logo'; logo: string | Uint8Array }

/** What the parent asks of the document process; `job` comes back with the answer. */
export type ToChild = { job: number; task: Task }

/** What the document process answers: ready, the bytes it made, or why there are none. */
export type FromChild =
  | { kind: 'ready' }
  | { kind: 'made'; job: number; bytes: Uint8Array }
  | { kind: 'failed'; job: number; reason: string }
