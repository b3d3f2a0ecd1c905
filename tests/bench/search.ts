import { createReadStream } from 'node:fs'
import { closeDatabase } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { analytics } from '#src/domain/analytics.ts'
import { listApplications } from '#src/domain/listing.ts'
import { seededRandom } from '../support/random.ts'
import { benchDeps } from './bench-deps.ts'
import { filledFolder } from './filled-database.ts'
import { rounds, share, times } from './rounds.ts'
import type { Measure } from './table.ts'

const million = Number(process.env.BENCH_ROWS) || 1_000_000
const first = { search: '', filter: null, limit: 50, cursor: null } as const

/**
 * The list, the search and the dashboard's numbers at a million applications: p99 of whole calls, with the file in the
 * machine's memory, which is read through before: how fast some disk is says nothing of us.
 */
export async function measureSearch(): Promise<Measure[]> {
  const deps = benchDeps(filledFolder(million))
  for await (const _ of createReadStream(deps.db.path, { highWaterMark: 2 ** 20 }));
  const rows = [
    ...Object.entries(textsOf(deps)).map(([name, texts]) => {
      const took = times(texts.length * rounds, (at) =>
        listApplications(deps, { ...first, search: texts[at % texts.length] ?? '' }),
      )
      return slowest(`search, ${name}`, took, 5)
    }),
    slowest(
      'first page of the list',
      times(400, () => listApplications(deps, first)),
      5,
    ),
    slowest(
      'any later page',
      times(400, (at) => laterPage(deps, at)),
      5,
    ),
    slowest('a later page of a search', laterPagesOfSearch(deps), 5),
    slowest(
      'dashboard numbers',
      times(400, () => analytics(deps)),
      2,
    ),
  ]
  closeDatabase(deps.db)
  return rows
}

function slowest(what: string, took: number[], atMost: number): Measure {
  return {
    what: `${what}, p99`,
    value: share(took, 0.99),
    unit: 'ms',
    goal: { atMost },
    beside: `p50 ${share(took, 0.5).toFixed(2)} ms`,
  }
}

/** The cursor of any place in the list, as a page before it would have given it. */
const laterPage = (deps: Deps, at: number) =>
  listApplications(deps, { ...first, cursor: `${((at * 7919) % million) + 60}.0.1000.1` })

function laterPagesOfSearch(deps: Deps): number[] {
  let { nextCursor: cursor } = listApplications(deps, { ...first, search: 'limited' })
  return times(200, () => {
    const page = listApplications(deps, { ...first, search: 'limited', cursor })
    cursor = page.nextCursor
  })
}

/** Texts as people type them, cut from what is stored: 200 of each kind, and what matches everything or nothing. */
function textsOf({ db }: Deps): Record<string, string[]> {
  const random = seededRandom(3)
  const stored = db.sqlite
    .prepare<[number], { name: string; number: string; email: string }>(
      `select business_name as name, co_registration as number, main_email as email from applications
       where seq % ? = 0 limit 200`,
    )
    .all(Math.max(1, Math.floor(million / 211)))
  // nobody looks for a blank: at its ends it would make the text shorter than it says
  const cut = (text: string, length: number): string => {
    const from = Math.floor(random() * Math.max(1, text.length - length + 1))
    const part = text.slice(from, from + length)
    return part.trim() === part ? part : cut(text, length)
  }
  return {
    '3 letters of a name': stored.map(({ name }) => cut(name, 3)),
    '4 letters of a name': stored.map(({ name }) => cut(name, 4)),
    '6 letters of a name': stored.map(({ name }) => cut(name, 6)),
    '7 to 20 letters of a name': stored.map(({ name }) => cut(name, 7 + Math.floor(random() * 14))),
    'a word of a name': stored.map(({ name }) => name.split(' ')[0] ?? ''),
    'a whole name': stored.map(({ name }) => name),
    '3 letters of an address': stored.map(({ email }) => cut(email, 3)),
    '8 letters of an address': stored.map(({ email }) => cut(email, 8)),
    '9 to 30 letters of an address': stored.map(({ email }) =>
      cut(email, 9 + Math.floor(random() * 22)),
    ),
    'a whole address': stored.map(({ email }) => email),
    '5 digits of a number': stored.map(({ number }) => cut(number, 5)),
    'a whole number': stored.map(({ number }) => number),
    'common words': ['limited', 'services', 'example', 'ltd', 'office', 'metrology', '.com'],
    'no match': ['qqxxzz', 'zzzqqq', '%%%', '100%', '___'],
  }
}
