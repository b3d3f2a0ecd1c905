import type { Db } from '#db/open.ts'
import type { Store } from '#src/deps.ts'
import { days } from '#src/domain/calendar.ts'
import { actionIn } from './actions.ts'
import { readAuditSecret } from './installation.ts'

/**
 * The number of an event and the first digits of its hash, kept by somebody outside: each hash covers all earlier
 * events, so a rewritten history has another one.
 */
export type Witness = { event: number; hash: string }

export function currentWitness({ db, keys }: Store): Witness | null {
  const { seq, hash } = readAuditSecret(db, keys).head
  return seq === 0 ? null : { event: seq, hash }
}

export const witnessText = ({ event, hash }: Witness) => `${event}:${hash}`

/** Formats a witness the way people compare it: `1,204 · 7F3A 09C2`. */
export const shortWitness = ({ event, hash }: Witness) =>
  `${event.toLocaleString('en-GB')} · ${hash.slice(0, 4)} ${hash.slice(4, 8)}`.toUpperCase()

export function parseWitness(text: string): Witness | null {
  const plain = text.replace(/[,\s]/g, '').replace('·', ':').toLowerCase()
  const [, number = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{8,64})$/.exec(plain) ?? []
  return Number(number) > 0 ? { event: Number(number), hash } : null
}

export type WitnessFault =
  | { kind: 'rewritten' }
  | { kind: 'missing' }
  | { kind: 'shorter'; last: number }

export function checkWitness({ sqlite }: Db, { event, hash }: Witness): WitnessFault | null {
  const stored = sqlite
    .prepare<[number], string>('select hash from events where seq = ?')
    .pluck()
    .get(event)
  if (stored !== undefined) return stored.startsWith(hash) ? null : { kind: 'rewritten' }
  const last = sqlite.prepare<[], number | null>('select max(seq) from events').pluck().get() ?? 0
  return last < event ? { kind: 'shorter', last } : { kind: 'missing' }
}

/** The last restore before a witness: what was recorded in between is not in this history. */
export const restoreBefore = ({ sqlite }: Db, { event }: Witness) =>
  sqlite
    .prepare<[number], { event: number; at: number }>(
      `select seq as event, at from events where ${actionIn('database restored')} and seq <= ?
      order by seq desc limit 1`,
    )
    .get(event) ?? null

/**
 * Returns the time of the last event before a start. Events of the day before it do not count: a command or an earlier
 * start under the same wrong clock has recorded them. Nor does that of a restore, because what it brought back is as old
 * as the event before it.
 */
export const lastEventBefore = ({ sqlite }: Db, start: number): number | null =>
  sqlite
    .prepare<[number], number>(
      `select at from events where at <= ? and not ${actionIn('database restored')}
      order by seq desc limit 1`,
    )
    .pluck()
    .get(start - days(1)) ?? null
