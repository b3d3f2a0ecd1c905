import { expect, test } from 'vitest'
import { readSources } from './support/sources.ts'

/** The rooms of the domain and what each may import; the files beside the rooms are open to all. */
const arrows: Record<string, string[]> = {
  audit: [],
  outbox: [],
  terms: [],
  accounts: ['audit', 'outbox'],
  applications: ['accounts', 'audit', 'outbox', 'terms'],
  documents: ['applications', 'terms'],
  dashboard: ['applications'],
  portal: ['accounts', 'applications', 'audit', 'outbox'],
  privacy: ['accounts', 'applications', 'audit', 'outbox'],
  mailing: ['accounts', 'applications', 'audit', 'documents', 'outbox'],
  review: ['accounts', 'applications', 'audit', 'mailing', 'outbox'],
  maintenance: ['accounts', 'applications', 'audit', 'dashboard', 'privacy'],
}

const sources = readSources('src/domain')

test('the rooms of the domain import along their arrows only, types included', () => {
  const against = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => to.startsWith('src/domain/') && !isOpen(roomOf(path), roomOf(to)))
      .map(({ to, line }) => `${path}:${line}  must not import ${to}`),
  )
  expect(against).toEqual([])
})

test('every room of the domain has its arrows, and none leads in a circle', () => {
  const rooms = new Set(sources.map(({ path }) => roomOf(path)).filter(Boolean))
  expect([...rooms].toSorted()).toEqual(Object.keys(arrows).toSorted())
  for (const room of rooms) expect(reachedFrom(room)).not.toContain(room)
})

test('no folder of the domain has more than 20 files', () => {
  const rooms = sources.map(({ path }) => roomOf(path))
  const full = [...new Set(rooms)].filter((room) => rooms.filter((of) => of === room).length > 20)
  expect(full).toEqual([])
})

/** The folder of a file; '' for one that lies beside the folders. */
const roomOf = (path: string) => path.split('/').slice(2, -1).join('/')

const isOpen = (from: string, to: string) =>
  to === '' || to === from || Boolean(arrows[from]?.includes(to))

function reachedFrom(room: string, seen = new Set<string>()): Set<string> {
  for (const next of arrows[room] ?? []) if (!seen.has(next)) reachedFrom(next, seen.add(next))
  return seen
}
