import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { ComponentType } from 'react'

export type PageOptions = {
  title?: string
  status?: number
  headers?: Record<string, string>
  frames?: boolean
}

export type Page = { component: ComponentType<object>; props: object } & PageOptions

const isPage = (answer: Response | Page): answer is Page => 'component' in answer

export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type VerbName = (typeof verbs)[number]

// biome-ignore lint/suspicious/noExplicitAny: the framework takes contexts of any app's variables
type Verb = (c: Context<any>) => Response | Page | Promise<Response | Page>

/**
 * The largest number of bytes of a body, of pairs in a form, and of bytes in a form with files, if files are
 * accepted.
 */
export type BodyLimit = { bytes: number; pairs: number; files?: number }

export type RouteFile = Partial<Record<VerbName, Verb>> & {
  default?: unknown
  title?: string
  /** Runs before everything else, even before the answer 405. */
  guard?: MiddlewareHandler
  /** Turns the props of the page into those of its island, which gets them as JSON when it asks again. */
  data?: (props: never) => object
  /** Styles that are written into the page itself. */
  styles?: string
  prerender?: Prerender
  /** The limits for bodies of all verbs. Without them only small bodies are accepted. */
  body?: BodyLimit
  /**
   * Returns the page for a form that was sent without a session. The page has what was typed, and nothing that is
   * stored. `null` is for a form in which nothing is typed. Only the path has the route's parameters.
   */
  typedAgain?: TypedAgain
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export type TypedAgain = (c: Context<any>, form: URLSearchParams) => Page | null

/** Who may get a page that was rendered once: everybody, or only strangers, who send no cookie. */
export type Prerender = 'everybody' | 'strangers'

type Route = { pattern: string; file: RouteFile; methods: VerbName[] }

export function routeTable(files: Record<string, RouteFile>): Route[] {
  return Object.entries(files)
    .flatMap(([name, file]) => {
      const pattern = patternOf(name)
      return pattern === null ? [] : [{ pattern, file, methods: methodsOf(file) }]
    })
    .sort((a, b) => bySpecificity(a.pattern, b.pattern))
}

export function mountRoutes(
  // biome-ignore lint/suspicious/noExplicitAny: as above
  app: Hono<any>,
  files: Record<string, RouteFile>,
  answer: {
    renderPage: (c: Context, page: Page, file: RouteFile) => Response | Promise<Response>
    methodNotAllowed: (c: Context) => Response | Promise<Response>
  },
) {
  // registered last, the most specific pattern decides
  for (const { pattern, file } of routeTable(files).toReversed())
    app.use(pattern, async (c, next) => {
      c.set('body', file.body)
      c.set('typedAgain', file.typedAgain)
      await next()
    })
  for (const [name, file] of Object.entries(files).sort(([a], [b]) => a.length - b.length)) {
    const folder = name.match(/^\/routes(\/.*)?\/_middleware\.tsx?$/)
    if (folder) app.use(`${folder[1] ?? ''}/*`, file.default as MiddlewareHandler)
  }
  for (const { pattern, file, methods } of routeTable(files)) {
    if (file.guard) app.use(pattern, file.guard)
    for (const method of methods) {
      const render = (): Page => ({ component: file.default as ComponentType<object>, props: {} })
      const verb = file[method] ?? render
      app.on(method, pattern, async (c) => {
        const result = await verb(c)
        return isPage(result) ? answer.renderPage(c, result, file) : result
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

/**
 * Returns `/client/:id` for `/routes/client/[id].tsx` and the folder for `index`. `_404`, `_error` and `_middleware`
 * have no pattern.
 */
function patternOf(file: string): string | null {
  const parts = file
    .replace(/^\/routes\//, '')
    .replace(/\.tsx?$/, '')
    .split('/')
  if (parts.at(-1)?.startsWith('_')) return null
  if (parts.at(-1) === 'index') parts.pop()
  return `/${parts.map((part) => part.replace(/^\[(.+)\]$/, ':$1')).join('/')}`
}

/** Sorts fixed words before parameters, so that `recent-updates` is not read as an ID. */
function bySpecificity(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  for (const [at, part] of left.entries()) {
    const other = right[at]
    if (other === undefined || part === other) continue
    const order = Number(part.startsWith(':')) - Number(other.startsWith(':'))
    return order || (part < other ? -1 : 1)
  }
  return left.length - right.length
}
