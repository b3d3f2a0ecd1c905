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

/** How many bytes a body may have, how many pairs a form, and how many bytes a form with files, if one is taken. */
export type BodyLimit = { bytes: number; pairs: number; files?: number }

export type RouteFile = Partial<Record<VerbName, Verb>> & {
  default?: unknown
  title?: string
  /** Also before a 405. */
  guard?: MiddlewareHandler
  /** Props of the page's island, made from those of the page: what it gets when it asks again, as JSON. */
  data?: (props: never) => object
  /** Inside the page. */
  styles?: string
  prerender?: Prerender
  /** Of every verb; without it bodies are small. */
  body?: BodyLimit
  /**
   * The page that answers a form which came without a session: it has what was typed, and nothing that is stored.
   * `null` for a form in which nothing is typed. The route's parameters are known by its path alone.
   */
  typedAgain?: TypedAgain
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export type TypedAgain = (c: Context<any>, form: URLSearchParams) => Page | null

/** Who gets the copy that was rendered once; `strangers` send no cookie. */
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
  // the most specific pattern comes last and has the last word
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

/** `/routes/client/[id].tsx` is `/client/:id`, `index` is its folder; `_404`, `_error` and `_middleware` have none. */
function patternOf(file: string): string | null {
  const parts = file
    .replace(/^\/routes\//, '')
    .replace(/\.tsx?$/, '')
    .split('/')
  if (parts.at(-1)?.startsWith('_')) return null
  if (parts.at(-1) === 'index') parts.pop()
  return `/${parts.map((part) => part.replace(/^\[(.+)\]$/, ':$1')).join('/')}`
}

/** Fixed words come before parameters: `recent-updates` is no id. */
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
