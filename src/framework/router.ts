import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { ComponentType } from 'react'
import { isPage, type Page, page } from './page.ts'
import { bySpecificity, patternOf } from './paths.ts'

export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type VerbName = (typeof verbs)[number]

// biome-ignore lint/suspicious/noExplicitAny: the framework takes contexts of any app's variables
export type Verb = (c: Context<any>) => Response | Page | Promise<Response | Page>

/** What a file of `routes/` may export. */
export type RouteFile = Partial<Record<VerbName, Verb>> & {
  default?: unknown
  title?: string
  /** Runs before every method of the path, those that the file does not have included. */
  guard?: MiddlewareHandler
  /** The page's CSS, placed in the page itself; without it the page links the stylesheet of the site. */
  styles?: string
  prerender?: Prerender
  /** Islands of the page that most visitors go to next: their scripts are fetched ahead. */
  fetchAhead?: string[]
}

/** Whose requests get a page that was rendered once: `strangers` send no cookie and no query. */
export type Prerender = 'everybody' | 'strangers'

export type Route = { pattern: string; file: RouteFile; methods: VerbName[] }

/** The table of routes, most specific first; `access` tests are made from it. */
export function routeTable(files: Record<string, RouteFile>): Route[] {
  return Object.entries(files)
    .flatMap(([name, file]) => {
      const pattern = patternOf(name)
      return pattern === null ? [] : [{ pattern, file, methods: methodsOf(file) }]
    })
    .sort((a, b) => bySpecificity(a.pattern, b.pattern))
}

/** Mounts folder guards, then every route with its verbs; any other method answers 405 by itself. */
export function mountRoutes(
  // biome-ignore lint/suspicious/noExplicitAny: as above
  app: Hono<any>,
  files: Record<string, RouteFile>,
  answer: {
    renderPage: (c: Context, page: Page, file: RouteFile) => Response | Promise<Response>
    methodNotAllowed: (c: Context) => Response | Promise<Response>
  },
) {
  for (const [name, file] of Object.entries(files).sort(([a], [b]) => a.length - b.length)) {
    const folder = name.match(/^\/routes(\/.*)?\/_middleware\.tsx?$/)
    if (folder) app.use(`${folder[1] ?? ''}/*`, file.default as MiddlewareHandler)
  }
  for (const { pattern, file, methods } of routeTable(files)) {
    if (file.guard) app.use(pattern, file.guard)
    for (const method of methods) {
      const verb = file[method] ?? (() => page(file.default as ComponentType<object>, {}))
      app.on(method, pattern, async (c) => {
        const given = await verb(c)
        return isPage(given) ? answer.renderPage(c, given, file) : given
      })
    }
    const allow = methods.includes('GET') ? ['HEAD', ...methods] : methods
    app.all(pattern, (c) => {
      c.header('Allow', allow.join(', '))
      return answer.methodNotAllowed(c)
    })
  }
}

function methodsOf(file: RouteFile): VerbName[] {
  return verbs.filter((verb) => file[verb] || (verb === 'GET' && file.default))
}
