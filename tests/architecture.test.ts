import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { envSchema, secretNames } from '#src/env.ts'
import { linesWith, readSources, type Source } from './support/sources.ts'

const sources = readSources('src', 'routes', 'islands', 'db')
const tests = readSources('tests')
const byPath = new Map(sources.map((source) => [source.path, source]))

/**
 * Which folder may import which; `type` means types only. `src/pdf` runs in a process of its own and gets plain JSON;
 * it imports the gate for pictures and nothing else.
 */
const arrows: Record<string, string[]> = {
  'src/framework': [],
  'src/forms': [],
  'src/ui': ['src/forms'],
  islands: ['src/ui', 'src/forms'],
  db: [],
  'src/security': ['type src/env'],
  'src/mail': ['type src/env'],
  'src/pdf': ['src/security'],
  'src/domain': [
    ...['db', 'src/forms', 'src/mail', 'src/pdf', 'src/security'],
    ...['type src/deps', 'type src/env'],
  ],
  'src/http': [
    ...['src/domain', 'src/forms', 'src/framework', 'src/security', 'src/ui', 'src/env'],
    'type src/deps',
  ],
  routes: ['src/domain', 'src/forms', 'src/framework', 'src/http', 'src/ui', 'islands'],
  'src/env': ['src/security'],
  'src/state': ['src/security', 'type db', 'type src/forms'],
  'src/deps': [
    'type src/state',
    'type db',
    'type src/env',
    'type src/mail',
    'type src/pdf',
    'type src/security',
  ],
}

/** What puts the app together: each may import every room, and no room imports one of them. */
const processes = [
  'app',
  'cli',
  'client',
  'connections',
  'commands',
  'demo',
  'dev',
  'dev-mailbox',
  'entry',
  'recurring',
  'runtime',
  'listen',
  'server',
  'start',
  'stopping',
].map((name) => `src/${name}`)

/** Packages that a room does without: the business knows no web, the browser no server. */
const foreign: Record<string, RegExp> = {
  'src/domain': /^(hono|@hono|react)/,
  'src/forms': /^(hono|@hono|react|node:|better-sqlite3|drizzle)/,
  'src/security': /^(hono|@hono|react|better-sqlite3|drizzle)/,
  db: /^(hono|@hono|react|zod)/,
  islands: /^(node:|hono|@hono|zod|@conform-to\/zod|better-sqlite3|drizzle|pino|oslo|@react-pdf)/,
  'src/ui': /^(node:|hono|@hono|zod|@conform-to\/zod|better-sqlite3|drizzle|pino|oslo|@react-pdf)/,
}

describe('the rooms', () => {
  test('import along the arrows only', () => {
    const against = sources.flatMap((source) => {
      const from = roomOf(source.path)
      const open = arrows[from]
      if (processes.includes(from)) return []
      return source.imports.flatMap(({ to, line, typeOnly }) => {
        const room = roomOf(to)
        if (typeOnly || !isOurs(to) || room === from || open?.includes(room)) return []
        return [`${source.path}:${line}  ${from} must not import ${room}: ${to}`]
      })
    })
    expect(against).toEqual([])
  })

  test('do without the packages that are not their business', () => {
    const against = sources.flatMap((source) =>
      source.imports
        .filter(({ to, typeOnly }) => !typeOnly && foreign[roomOf(source.path)]?.test(to))
        .map(({ to, line }) => `${source.path}:${line}  ${to}`),
    )
    expect(against).toEqual([])
  })

  test('are found by their files in the app and the browser entry only', () => {
    const finders = ['src/app.ts', 'src/client.ts', 'src/dev.ts']
    const others = sources.filter(({ path }) => !finders.includes(path))
    expect(offending(others, /\bimport\.meta\.glob\b/)).toEqual([])
  })

  test('are all known: a new one needs its arrows', () => {
    const rooms = new Set(sources.map(({ path }) => roomOf(path)))
    const known = [...Object.keys(arrows), ...processes]
    expect([...rooms].filter((room) => !known.includes(room))).toEqual([])
  })

  test('never have a route import another route', () => {
    const against = sources
      .filter(({ path }) => path.startsWith('routes/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to }) => to.startsWith('routes/'))
          .map(({ to, line }) => `${path}:${line}  ${to}`),
      )
    expect(against).toEqual([])
  })

  test('keep the browser apart: nothing that an island loads leads to zod, to Node or to a server room', () => {
    const entries = sources.filter(
      ({ path }) => path === 'src/client.ts' || /^islands\/[^/]+$/.test(path),
    )
    expect(entries.length).toBeGreaterThan(1)
    const found = entries.flatMap((entry) => leadsToServer(entry, [entry.path], new Set()))
    expect(found).toEqual([])
  })
})

describe('the files', () => {
  test('are named after what they hold, not "utils", "helpers" or the like', () => {
    const attic = /(^|[-/.])(utils?|helpers?|misc|managers?)([-/.]|$)|(^|\/)common[./]/i
    expect(
      [...sources, ...tests].map(({ path }) => path).filter((path) => attic.test(path)),
    ).toEqual([])
  })

  test('each hold something of their own: no barrels', () => {
    expect(sources.filter(({ onlyHandsOn }) => onlyHandsOn).map(({ path }) => path)).toEqual([])
  })
})

describe('the handwriting', () => {
  /** The processes, and the one place that hands two variables on to the document process and holds back the rest. */
  const readsEnvironment = [
    'src/server.ts',
    'src/cli.ts',
    'src/demo.ts',
    'src/dev.ts',
    'src/pdf/process/service.ts',
    'src/domain/command-child.ts',
  ]
  const hasClock = ['src/runtime.ts', 'src/server.ts', 'src/cli.ts', 'src/dev.ts']
  /** The browser has a clock of its own and no Deps; the server believes none of its times. */
  const onServer = sources.filter(({ path }) => !path.startsWith('islands/'))

  test('reads the environment in the process files only', () => {
    const others = sources.filter(({ path }) => !readsEnvironment.includes(path))
    expect(offending(others, /\bprocess\.env\b/)).toEqual([])
  })

  test('takes the time from Deps: nothing reads the clock by itself', () => {
    const clockless = onServer.filter(({ path }) => !hasClock.includes(path))
    expect(offending(clockless, /\bDate\.now\b|\bnew Date\(\)/)).toEqual([])
  })

  test('runs every test: none is skipped, put off, or run alone', () => {
    // What only one kind of system can do may be tested on that system only, and says so.
    const marks =
      /\.(skip|only|todo|fails|skipIf|runIf)\((?!process\.platform|!hasRestic)|\b(xit|xtest|fit|fdescribe|xdescribe)\(/
    expect(offending(tests, marks)).toEqual([])
  })

  test('puts no style attribute into a page: the policy would drop it', () => {
    // The documents are not pages: react-pdf has no other way to say it.
    const pages = sources.filter(
      ({ path }) => path.endsWith('.tsx') && !path.startsWith('src/pdf/'),
    )
    expect(offending(pages, /\bstyle=/)).toEqual([])
  })

  test('does not talk the compiler out of its opinion', () => {
    expect(offending([...sources, ...tests], /\bas any\b/)).toEqual([])
    const marks = new RegExp(`@ts-(${['ignore', 'nocheck'].join('|')})`)
    expect([...sources, ...tests].flatMap((source) => linesWith(source, marks, 'text'))).toEqual([])
    const expected = [...sources, ...tests].filter(({ path }) => !path.startsWith('tests/types/'))
    const mark = new RegExp(`@ts-${'expect'}-error`)
    expect(expected.flatMap((source) => linesWith(source, mark, 'text'))).toEqual([])
  })

  test('shows every setting in .env.example, and none that the program does not know', () => {
    const example = readFileSync('.env.example', 'utf8')
    const shown = [...example.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    const taken = [...Object.keys(envSchema.shape), ...secretNames.map((name) => `${name}_FILE`)]
    expect(shown.toSorted()).toEqual(taken.toSorted())
  })
})

function offending(sources: Source[], pattern: RegExp): string[] {
  return sources.flatMap((source) => linesWith(source, pattern))
}

/** `src/http/requests/body.ts` is of `src/http`; a file that stands in `src` itself is its own room. */
function roomOf(path: string): string {
  const [top = '', next = ''] = path.split('/')
  return top === 'src' ? `src/${next.replace(/\.tsx?$/, '')}` : top
}

const isOurs = (path: string) => /^(src|db|routes|islands|tests)\//.test(path)

/** Follows what a browser file loads, types aside; each way that ends at the server, as a chain. */
function leadsToServer(source: Source, chain: string[], seen: Set<string>): string[] {
  return source.imports
    .filter(({ typeOnly }) => !typeOnly)
    .flatMap(({ to }) => {
      const longer = [...chain, to]
      const isServer = isOurs(to)
        ? !/^(islands|src\/(ui|forms|framework))\//.test(to)
        : foreign.islands?.test(to)
      if (isServer) return [longer.join('\n  imports ')]
      const next = byPath.get(to)
      if (!next || seen.has(to)) return []
      seen.add(to)
      return leadsToServer(next, longer, seen)
    })
}
