import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import type { WritingDb } from '#db/transaction.ts'
import { transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import type { Env } from '#src/env.ts'
import { nameOfTarget } from '#src/security/backup-target.ts'
import type { DrillReport } from './run-drill.ts'

/** What is known of the drills at the target in use. It lies in the database, in one transaction with the events. */
export type KeptDrills = {
  target: string
  held: (DrillReport & { at: number }) | null
  /** The last failure since the last drill that held. */
  failed: { at: number; reason: string } | null
  /** The last email about a failure. */
  told: { at: number; reason: string } | null
}

type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now'>

/** The drills at the target in use; `null` without one. */
export function keptDrills(db: Db, env: Env): KeptDrills | null {
  if (!env.BACKUP_TARGET) return null
  const row = db.orm.select().from(installation).where(eq(installation.name, name)).get()
  const kept: KeptDrills | null = row ? JSON.parse(row.value) : null
  const target = nameOfTarget(env.BACKUP_TARGET)
  return kept?.target === target ? kept : { target, held: null, failed: null, told: null }
}

/** Keeps the result of a drill at the target in use, with an event in the history. */
export async function keepDrill(deps: Store, result: DrillReport | { failed: string }) {
  await transactSoon(deps, (deps) => {
    const { db, env, now } = deps
    const drills = keptDrills(db, env)
    if (!drills) return
    const at = now()
    if ('failed' in result) keep(db, { ...drills, failed: { at, reason: result.failed } })
    else keep(db, { ...drills, held: { ...result, at }, failed: null, told: null })
    const action = 'failed' in result ? 'recovery drill failed' : 'recovery drill held'
    recordEvent(deps, { kind: 'system' }, { action })
  })
}

/** Changes what is kept, in the caller's transaction. */
export function keep({ orm }: WritingDb, drills: KeptDrills) {
  const value = JSON.stringify(drills)
  orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}

const name = 'recovery-drill'
