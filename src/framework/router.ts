import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { ComponentType } from 'react'
import { isPage, type Page, page } from './page.ts'
import { bySpecificity, patternOf } from './paths.ts'

export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type VerbName = (typeof verbs)[number]

// biome-ignore lint/suspicious/noExplicitAny: the framework takes contexts of any app's variables
type Verb = (c: Context<any>) => Response | Page | Promise<Response | Page>

/** The exports of a file in `routes/`. */
export type RouteFile = Partial<Record<VerbName, Verb>> & {
  default?: unknown
  title?: string
  /** Runs before every method of the path, even before the 405 of a method that the file lacks. */
  guard?: MiddlewareHandler
  /** CSS to put inside the page; without it the page links the site's stylesheet. */
  styles?: string
  prerender?: Prerender
}

/** Who gets the copy that was rendered once, unless they send a query; `strangers` send no cookie. */
export type Prerender = 'everybody' | 'strangers'

type Route = { pattern: string; file: RouteFile; methods: VerbName[] }

/** Returns all routes, most specific first; the access tests are made from it. */
export function routeTable(files: Record<string, RouteFile>): Route[] {
  return Object.entries(files)
    .flatMap(([name, file]) => {
      const pattern = patternOf(name)
      return pattern === null ? [] : [{ pattern, file, methods: methodsOf(file) }]
    })
    .sort((a, b) => bySpecificity(a.pattern, b.pattern))
}

/** Mounts folder guards, then every route with its verbs; any other method gets 405. */
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
