/** Times are ISO instants. */
export type Backups = {
  local: { count: number; newest: string | null }
  /** `null` without one. */
  secondPlace: SecondPlaceRecord | null
  documents: DocumentsRecord
  /** `null` without a second place. */
  drill: DrillRecord | null
  timezone: string
}

export type SecondPlaceRecord = {
  name: string
  isEncrypted: boolean
  everyMinutes: number
  sentAt: string | null
  isLate: boolean
  failed: { at: string; reason: string } | null
}

/** A signed document that is not at the second place yet, or an erased one that is still there. */
export type UnsentRecord = {
  id: number
  task: 'send' | 'remove'
  application: string | null
  kind: 'signed' | 'countersigned' | null
  state: 'waiting' | 'leased' | 'dead'
  since: string
  reason: string | null
}

export type DocumentsRecord = { listed: UnsentRecord[]; waiting: number; dead: number }

export type DrillRecord = {
  /** Whether the server can open the backups. */
  runsByItself: boolean
  isDue: boolean
  isOverdue: boolean
  /** When one began that is under way. */
  since: string | null
  next: string | null
  failed: { at: string; reason: string } | null
  held: HeldDrill | null
}

export type HeldDrill = {
  at: string
  copy: string
  madeAt: string
  bytes: number
  events: number
  documents: number
  /** Milliseconds. */
  took: number
  tables: { table: string; copy: number; now: number }[]
}
