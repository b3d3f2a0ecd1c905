import { describe, expect, test } from 'vitest'
import { readSources, type Source } from './support/sources.ts'

type Arrows = Record<string, string[]>

/** The folders of a room and what each may import; the files beside them are open to all and import none of them. */
const rooms: Record<string, Arrows> = {
  'src/domain': {
    audit: [],
    backup: ['audit', 'jobs', 'maintenance'],
    jobs: ['audit'],
    terms: ['audit'],
    company: ['audit'],
    accounts: ['audit', 'company', 'jobs'],
    integrations: ['accounts', 'audit', 'jobs'],
    invitations: ['accounts', 'audit', 'jobs'],
    team: ['accounts', 'audit'],
    sealing: ['company', 'jobs', 'terms'],
    applications: ['accounts', 'audit', 'integrations', 'jobs', 'sealing', 'terms'],
    requests: ['accounts', 'applications', 'audit', 'jobs'],
    drafts: ['applications', 'audit', 'jobs'],
    documents: ['applications', 'audit', 'company', 'sealing', 'terms'],
    issuing: ['company', 'documents', 'maintenance', 'jobs', 'sealing'],
    dashboard: ['accounts', 'applications', 'requests'],
    customers: ['accounts', 'applications', 'audit', 'dashboard', 'jobs'],
    portal: ['accounts', 'applications', 'audit', 'company', 'jobs', 'requests', 'sealing'],
    privacy: ['accounts', 'applications', 'audit', 'customers', 'jobs', 'requests', 'sealing'],
    mailing: [
      'accounts',
      'applications',
      'audit',
      'company',
      'documents',
      'invitations',
      'jobs',
      'requests',
      'sealing',
    ],
    review: [
      'accounts',
      'applications',
      'audit',
      'company',
      'integrations',
      'mailing',
      'jobs',
      'requests',
      'sealing',
    ],
    maintenance: [
      'accounts',
      'applications',
      'audit',
      'company',
      'customers',
      'dashboard',
      'drafts',
      'integrations',
      'invitations',
      'jobs',
      'privacy',
      'requests',
      'sealing',
    ],
  },
  'src/mail': {
    content: [],
    messages: ['content'],
    http: [],
    smtp: [],
    sendgrid: ['http'],
    microsoft: ['http'],
  },
  'src/pdf': {
    fonts: [],
    seal: [],
    document: ['fonts'],
    process: ['document', 'fonts'],
  },
}

describe.each(Object.entries(rooms))('the folders of %s', (top, arrows) => {
  const sources = readSources(top)
  const folderOf = (path: string) =>
    path.slice(top.length + 1, Math.max(top.length + 1, path.lastIndexOf('/')))

  test('import along their arrows only, types included', () => {
    const against = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to.startsWith(`${top}/`))
        .filter(({ to }) => !isOpen(arrows, folderOf(path), folderOf(to)))
        .map(({ to, line }) => `${path}:${line}  must not import ${to}`),
    )
    expect(against).toEqual([])
  })

  test('have their arrows, and none leads in a circle', () => {
    const folders = new Set(sources.map(({ path }) => folderOf(path)).filter(Boolean))
    expect([...folders].toSorted()).toEqual(Object.keys(arrows).toSorted())
    for (const folder of folders) expect(reachedFrom(arrows, folder)).not.toContain(folder)
  })
})

test('no file imports itself in a circle, types included', () => {
  const sources = new Map(
    readSources('src', 'routes', 'islands', 'db').map((source) => [source.path, source]),
  )
  expect([...sources.values()].flatMap((source) => circleOf(sources, source))).toEqual([])
})

const isOpen = (arrows: Arrows, from: string, to: string) =>
  to === '' || to === from || Boolean(arrows[from]?.includes(to))

function reachedFrom(arrows: Arrows, folder: string, seen = new Set<string>()): Set<string> {
  for (const next of arrows[folder] ?? [])
    if (!seen.has(next)) reachedFrom(arrows, next, seen.add(next))
  return seen
}

/** The way from a file back to itself, as one text; none when there is no such way. */
function circleOf(sources: Map<string, Source>, start: Source): string[] {
  const seen = new Set<string>()
  const search = (source: Source, way: string[]): string[] =>
    source.imports.flatMap(({ to }) => {
      if (to === start.path) return [[...way, to].join(' -> ')]
      const next = sources.get(to)
      if (!next || seen.has(to)) return []
      seen.add(to)
      return search(next, [...way, to])
    })
  return search(start, [start.path])
}
