import { statSync } from 'node:fs'
import { openForReading } from '#db/read.ts'
import { checkCopy } from '#db/restore.ts'
import { sealedAudit } from '#src/domain/audit/installation.ts'
import { checkIdentity } from '#src/domain/backup-target/age.ts'
import { copiesAt, fetchCopy, WrongIdentity } from '#src/domain/backup-target/fetch.ts'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'

export type FindTask = { place: PlaceOptions; now: number }
export type FoundCopy = { name: string; madeAt: number; encrypted: boolean }

/** Returns the newest copy at the place. One from the future was made under a wrong clock and does not count. */
export async function findForDrill({ place, now }: FindTask): Promise<FoundCopy> {
  const newest = (await copiesAt(place)).findLast(({ madeAt }) => madeAt <= now)
  if (!newest) throw new Error('There is no copy at the second place')
  const { name, madeAt, encrypted } = newest
  return { name, madeAt, encrypted }
}

export type FetchTask = {
  place: PlaceOptions
  name: string
  folder: string
  /** Bytes that stay free: a copy may be larger than what is here. */
  leaveFree: number
  /** The private key of age; `null` for a copy that is not encrypted. */
  identity: string | null
  migrations: string
}

export type FetchedCopy = {
  path: string
  bytes: number
  /** The sealed text that holds the key of the copy's history. */
  sealed: string
  took: { fetching: number; pages: number }
}

/** Why a private key opens nothing, in words. */
export type WrongKey = { wrongKey: string }

/** Brings a copy into the folder, opened, and checks every page of it. */
export async function fetchForDrill(task: FetchTask): Promise<FetchedCopy | WrongKey> {
  const { place, name, folder, leaveFree, identity, migrations } = task
  if (identity !== null && !isIdentity(identity))
    return { wrongKey: 'This is not a private key of age (AGE-SECRET-KEY-1...)' }
  const began = performance.now()
  const request = { name, folder, askIdentity, leaveFree }
  const path = await opened(fetchCopy(place, request))
  if (typeof path !== 'string') return path
  const fetched = performance.now()
  await checkCopy(path, migrations)
  const sealed = sealedTextOf(path)
  const took = { fetching: fetched - began, pages: performance.now() - fetched }
  return { path, bytes: statSync(path).size, sealed, took }

  async function askIdentity() {
    if (identity === null) throw new Error('the private key is missing')
    return identity
  }
}

function isIdentity(text: string): boolean {
  try {
    checkIdentity(text)
    return true
  } catch {
    return false
  }
}

async function opened(fetching: Promise<{ path: string }>) {
  try {
    return (await fetching).path
  } catch (error) {
    if (error instanceof WrongIdentity) return { wrongKey: error.message }
    throw error
  }
}

function sealedTextOf(path: string): string {
  const db = openForReading(path)
  try {
    return sealedAudit(db)
  } finally {
    db.sqlite.close()
  }
}
