import { createReadStream } from 'node:fs'
import { closeDatabase } from '../../../db/open.ts'
import type { Deps } from '../../../src/deps.ts'
import { findApplication } from '../../../src/domain/applications/application.ts'
import { analytics } from '../../../src/domain/review/dashboard.ts'
import { listApplications } from '../../../src/domain/review/list.ts'
import { listFilters } from '../../../src/forms/admin/dashboard-query.ts'
import { seededRandom } from '../../support/random.ts'
import { benchDeps } from './data.ts'
import { filledFolder } from './filled-database.ts'
import { inTurn, type Measure, median, rounds, share } from './measures.ts'

/** The goal is in milliseconds of processor time. */
const sizes = [
  { rows: 5000, goal: 50 },
  { rows: 20_000, goal: 50 },
  { rows: 50_000, goal: null },
  { rows: 200_000, goal: null },
].filter(({ rows }) => rows <= (Number(process.env.BENCH_ROWS) || rows))
const perRound = 100
const first = {
  search: '',
  filter: null,
  owner: null,
  order: null,
  limit: 50,
  cursor: null,
} as const

/**
 * List, search and dashboard numbers: the processor time of whole calls, the median of several rounds, beside what it takes
 * to read one application in the same run. The file is read once before, so that the disk's speed does not count.
 * BENCH_ROWS leaves out larger sizes. Each kind of search has its line on standard error.
 */
export async function measureSearch(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const size of sizes) measures.push(...(await measureAt(size)))
  return measures
}

async function measureAt({ rows, goal }: (typeof sizes)[number]): Promise<Measure[]> {
  const deps = benchDeps(filledFolder(rows))
  for await (const _ of createReadStream(deps.db.path, { highWaterMark: 2 ** 20 }));
  const [{ id } = { id: '' }] = listApplications(deps, { ...first, limit: 1 }).applications
  const searches: Record<string, (at: number) => unknown> = {
    ...Object.fromEntries(
      Object.entries(textsOf(deps, rows)).map(([name, texts]) => [name, searchEach(deps, texts)]),
    ),
    'a later page': laterPageOfSearch(deps),
    'a common word in a common status': () =>
      listApplications(deps, { ...first, search: 'limited', filter: 'approved' }),
    'a common word in a queue': () =>
      listApplications(deps, { ...first, search: 'limited', filter: 'late' }),
  }
  const lists: Record<string, (at: number) => unknown> = {
    'first page': () => listApplications(deps, first),
    'any later page': (at) => laterPage(deps, rows, at),
    ...Object.fromEntries(
      listFilters.map((filter) => [filter, () => listApplications(deps, { ...first, filter })]),
    ),
    'nobody’s': () => listApplications(deps, { ...first, owner: 'nobody' }),
  }
  const one = { 'one application': () => findApplication(deps, id) }
  const numbers = { 'dashboard numbers': () => analytics(deps) }
  const sides = Object.entries({ ...searches, ...lists, ...numbers, ...one }).map(
    ([name, call]) => [name, () => times(perRound, call)] as const,
  )
  const all = await inTurn(Object.fromEntries(sides))
  closeDatabase(deps.db)
  const figure = (name: string, part: number) =>
    median(all.map((took) => share(took[name] ?? [], part)))
  const trivial = figure('one application', 0.5)
  const slowestOf = (what: string, calls: object): Measure => {
    const kinds = Object.keys(calls).map((name) => ({
      name,
      mid: figure(name, 0.5),
      most: figure(name, 0.99),
    }))
    for (const { name, mid, most } of kinds)
      console.error(`${rows} ${what}, ${name}: ${mid.toFixed(2)} ms, p99 ${most.toFixed(2)} ms`)
    const slowest = kinds.toSorted((a, b) => b.most - a.most)[0]
    const mid = median(kinds.map(({ mid }) => mid))
    return {
      what: `${what}, ${rows.toLocaleString('en')} applications, p99 of the slowest kind`,
      value: slowest?.most ?? Number.NaN,
      unit: 'ms',
      ...(goal !== null && { goal: { atMost: goal } }),
      beside: `${slowest?.name}; median of all kinds ${mid.toFixed(1)} ms, ${Math.round(mid / trivial)} x reading one application`,
    }
  }
  return [
    slowestOf('search', searches),
    slowestOf('list', lists),
    slowestOf('dashboard numbers', numbers),
  ]
}

/** The next text each time: most searches are new ones. */
function searchEach(deps: Deps, texts: string[]) {
  let at = 0
  return () => listApplications(deps, { ...first, search: texts[at++ % texts.length] ?? '' })
}

/** The cursor of any place in the list, as a page before it would have given it. */
const laterPage = (deps: Deps, rows: number, at: number) =>
  listApplications(deps, { ...first, cursor: `${((at * 7919) % rows) + 60}.0.1000.1` })

/** The next page each time, and the first again when there is none. */
function laterPageOfSearch(deps: Deps) {
  const query = { ...first, search: 'limited' }
  let { nextCursor: cursor } = listApplications(deps, query)
  return () => {
    cursor = listApplications(deps, { ...query, cursor }).nextCursor
  }
}

/** Texts as people type them, cut from what is stored, a new one for every call; and what matches everything or nothing. */
function textsOf({ db }: Deps, rows: number): Record<string, string[]> {
  const random = seededRandom(3)
  const enough = (uncounted + perRound) * rounds
  const stored = db.sqlite
    .prepare<
      [number, number],
      Record<'id' | 'name' | 'number' | 'email' | 'phone' | 'contact', string>
    >(
      `select id, business_name as name, co_registration as number, main_email as email, telephone as phone,
       accounts_contact as contact from applications where seq % ? = 0 limit ?`,
    )
    .all(Math.max(1, Math.floor(rows / (1.05 * enough))), enough)
  // nobody looks for a blank: at its ends it would make the text shorter than it says
  const cut = (text: string, length: number): string => {
    const from = Math.floor(random() * Math.max(1, text.length - length + 1))
    const part = text.slice(from, from + length)
    return part.trim() === part ? part : cut(text, length)
  }
  return {
    '3 letters of a name': stored.map(({ name }) => cut(name, 3)),
    '7 to 20 letters of a name': stored.map(({ name }) => cut(name, 7 + Math.floor(random() * 14))),
    'a word of a name': stored.map(({ name }) => name.split(' ')[0] ?? ''),
    '8 letters of an address': stored.map(({ email }) => cut(email, 8)),
    '5 digits of a number': stored.map(({ number }) => cut(number, 5)),
    'a whole number': stored.map(({ number }) => number),
    'a telephone number': stored.map(({ phone }) => phone.replace(/(.{3})(.{4})/, '$1 $2 ')),
    'a reference': stored.map(({ id }) => id.toLowerCase()),
    'a contact, last name first': stored.map(({ contact }) => turned(contact)),
    'a contact by an initial': stored.map(({ contact }) => turned(contact).slice(0, -3)),
    'two common words': ['ltd services', 'limited sons', 'com example', 'office example'],
    'two letters': ['sa', 'zq', 'lt', 'on', 'xe'],
    'common words': ['limited', 'services', 'example', 'ltd', 'office', 'metrology', '.com'],
    'each letter': ['a b c d e f g h i j k l m n o p q r s t u v w x y z'],
    'no match': ['qqxxzz', 'zzzqqq', '%%%', '100%', '___'],
  }
}

const turned = (name: string) => name.split(' ').reverse().join(' ')

const uncounted = 20

/** Milliseconds of processor time of each of many calls, after some that are not counted. */
function times(count: number, work: (at: number) => unknown): number[] {
  for (let at = 0; at < uncounted; at++) work(at)
  return Array.from({ length: count }, (_, at) => {
    const before = process.cpuUsage()
    work(at)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
}
