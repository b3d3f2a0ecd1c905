import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { apiKeys } from '#db/schema/integrations.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin, ApiKey } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { instant, minutes, tryAgain } from '#src/domain/calendar.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { refuseEndedSession } from '#src/domain/staff/admin-sessions.ts'
import { integrationTexts } from '#src/forms/integrations/integration-texts.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'

/** The prefix by which people and secret scanners recognise a key. */
const prefix = 'cs_'
const shownCharacters = prefix.length + 4
const mostKeys = 50

export const listApiKeys = ({ db }: Store) =>
  db.orm
    .select()
    .from(apiKeys)
    .where(isNull(apiKeys.revokedAt))
    .orderBy(desc(apiKeys.id))
    .all()
    .map(({ id, name, beginning, createdAt, createdBy, lastUsedAt }) => ({
      id,
      name,
      beginning,
      createdBy,
      createdAt: instant(createdAt),
      lastUsedAt: instant(lastUsedAt),
    }))

/** Creates an API key. Refuses 'conflict' when the name is in use. */
export function createApiKey(
  deps: Deps,
  actor: Admin,
  name: string,
): { name: string; key: string } {
  const key = `${prefix}${newToken()}`
  inSettings(deps, actor, (tx) => {
    const keys = listApiKeys(tx)
    if (keys.length >= mostKeys)
      throw new Refusal('conflict', integrationTexts.tooManyKeys(mostKeys))
    if (keys.some((other) => other.name === name)) {
      throw refusalAt('name', 'conflict', integrationTexts.keyNameTaken)
    }
    const beginning = key.slice(0, shownCharacters)
    const row = { name, keyHash: hashToken(key), beginning, createdBy: actor.username }
    tx.db.orm
      .insert(apiKeys)
      .values({ ...row, createdAt: tx.now() })
      .run()
    recordEvent(tx, actor, {
      action: 'API key created',
      changes: [{ field: 'key', before: null, after: name }],
    })
  })
  return { name, key }
}

export const revokeApiKey = (deps: Deps, actor: Admin, id: number) =>
  inSettings(deps, actor, (tx) => {
    const revoked = tx.db.orm
      .update(apiKeys)
      .set({ revokedAt: tx.now() })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning()
      .get()
    if (!revoked) throw new Refusal('unknown', integrationTexts.noKey)
    recordEvent(tx, actor, {
      action: 'API key revoked',
      changes: [{ field: 'key', before: revoked.name, after: null }],
    })
  })

/** Refuses 'not-signed-in', and 'too-many' after many wrong keys from one address. A right key always works. */
export async function holderOfKey(deps: Deps, key: string, address: string): Promise<ApiKey> {
  const row = deps.db.orm
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, hashToken(key)), isNull(apiKeys.revokedAt)))
    .get()
  if (!row) return refuseKey(deps, address)
  noteUse(deps, row.id)
  return { kind: 'api-key', name: `${row.name} (${row.beginning}…)`, address }
}

async function refuseKey(deps: Deps, address: string): Promise<never> {
  const wait = await deps.limits.take('apiKeyAddress', address)
  if (wait > 0)
    throw new Refusal('too-many', integrationTexts.tooManyWrongKeys(tryAgain(wait)), {
      retryAfter: wait,
    })
  await noteFailure(deps, { kind: 'stranger', address })
  throw new Refusal('not-signed-in', integrationTexts.wrongKey)
}

/** Stores the time of use at most once a minute, so that reading does not wait for the disk. */
function noteUse(deps: Deps, id: number) {
  const { db, now } = deps
  const at = now()
  const due = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, at - minutes(1)))
  const key = and(eq(apiKeys.id, id), due)
  if (!db.orm.select({ id: apiKeys.id }).from(apiKeys).where(key).get()) return
  writable(deps)
    .then(() => db.orm.update(apiKeys).set({ lastUsedAt: at }).where(key).run())
    .catch(() => {})
}

export const inSettings = <Result>(
  deps: Deps,
  actor: Admin,
  change: (deps: Writing<Deps>) => Result,
) =>
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'settings')
    return change(tx)
  })
