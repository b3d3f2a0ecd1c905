import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** What each folder may import, types aside. Files in `src` itself put the folders together; none may be imported but these. */
const arrows: Record<string, string[]> = {
  db: [],
  'src/framework': [],
  'src/forms': [],
  'src/security': [],
  'src/mail': [],
  'src/pdf': ['src/security'],
  'src/ui': ['src/forms'],
  islands: ['src/forms', 'src/ui'],
  'src/checker': ['src/forms', 'src/pdf', 'src/ui'],
  'src/domain': ['db', 'src/forms', 'src/mail', 'src/pdf', 'src/security'],
  'src/http': ['src/domain', 'src/forms', 'src/framework', 'src/security', 'src/ui', 'src/env.ts'],
  routes: ['src/domain', 'src/forms', 'src/framework', 'src/http', 'src/ui', 'islands'],
}

/**
 * The folders of the domain from the ground up: each may import those before it, and the files that lie beside the
 * folders.
 */
const domainOrder = [
  'audit',
  'jobs',
  'company',
  'terms',
  'sign-in',
  'staff',
  'clients',
  'applications',
  'decisions',
  'documents',
  'registers',
  'signing',
  'portal',
  'mailing',
  'review',
  'integrations',
  'customers',
  'backup',
  'privacy',
  'maintenance',
]

/** Packages that a folder does without: the domain knows no web, the browser neither server nor validation library. */
const browser = /^(node:|hono|@hono|zod|@conform-to\/zod|better-sqlite3|drizzle)/
const foreign: Record<string, RegExp> = {
  'src/domain': /^(hono|@hono|react)/,
  'src/forms': /^(hono|@hono|react|node:|better-sqlite3|drizzle)/,
  'src/ui': browser,
  islands: browser,
  'src/checker': browser,
}

const imports = new Map(
  ['db', 'islands', 'routes', 'src'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [join(top, name), importsOf(join(top, name))] as const),
  ),
)

test('imports between folders only along the arrows, and only packages meant for them', () => {
  const wrong = [...imports].flatMap(([path, targets]) => {
    const from = folderOf(path)
    return targets
      .filter((to) => arrows[from] && folderOf(to) !== from)
      .filter((to) =>
        imports.has(to) ? !arrows[from]?.includes(folderOf(to)) : foreign[from]?.test(to),
      )
      .map((to) => `${path} must not import ${to}`)
  })
  expect(wrong).toEqual([])
})

test('lets folders of the domain import only folders that come before them', () => {
  const wrong = [...imports].flatMap(([path, targets]) => {
    const from = levelOf(path)
    if (from === null) return []
    return targets
      .filter((to) => {
        const level = levelOf(to)
        return level !== null && level > from
      })
      .map((to) => `${path} must not import ${to}`)
  })
  expect(wrong).toEqual([])
})

test('has no files that import each other in a circle', () => {
  const clear = new Set<string>()
  const circles: string[][] = []
  const visit = (path: string, way: string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path])
    if (clear.has(path) || way.includes(path)) return
    for (const to of imports.get(path) ?? []) visit(to, [...way, path])
    clear.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  expect(circles).toEqual([])
})

/** `src/http/requests/body.ts` is in `src/http`; a file of `src` itself stands for itself. */
function folderOf(path: string): string {
  const [top = '', next = ''] = path.split('/')
  return top === 'src' ? `src/${next}` : top
}

/** The place of its folder in the domain's order: -1 for a file beside the folders, `null` outside of the domain. */
function levelOf(path: string): number | null {
  const [, folder] = /^src\/domain\/(?:([^/]+)\/)?[^/]+$/.exec(path) ?? [null, null]
  if (folder === null) return null
  if (folder === undefined) return -1
  const level = domainOrder.indexOf(folder)
  if (level < 0) throw new Error(`${folder} has no place in the order of the domain`)
  return level
}

/** What a file imports at run time: a path from the project's root, or the name of a package. */
function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'))
  const requests = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, moduleRequest }) =>
        moduleRequest && !isType ? moduleRequest.value : [],
      ),
  ]
  return requests.map((to) =>
    to.startsWith('#') ? to.slice(1) : to.startsWith('.') ? join(dirname(path), to) : to,
  )
}
