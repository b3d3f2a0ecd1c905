import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { Refusal } from './domain/refusal.ts'
import type { Assets } from './framework/assets.ts'
import type { Look } from './framework/look.ts'
import { mountRoutes, type RouteFile, routeTable } from './framework/router.ts'
import type { StillAnswer } from './framework/still.ts'
import { companyOf, serveCompanyLogo } from './http/company.ts'
import type { Ctx, HonoEnv } from './http/context.ts'
import { createDrawing } from './http/drawing.tsx'
import { answerError, describeError, HttpError, httpMessages, isApi } from './http/errors.ts'
import { clientAddress, networkList } from './http/middleware/client-address.ts'
import { securityHeaders } from './http/middleware/headers.ts'
import { ownHost, ownHostOnly } from './http/middleware/host.ts'
import { sameOriginWrites } from './http/middleware/origin.ts'
import { proxyWarning } from './http/middleware/proxy-warning.ts'
import { requestLog } from './http/middleware/request-log.ts'
import { serveSpeculationRules } from './http/middleware/speculation.ts'
import { serveBuiltFiles } from './http/middleware/static-files.ts'
import { waitForWriteLock } from './http/middleware/write-lock.ts'
import { page } from './http/page.ts'
import coreCss from './ui/styles/core.css?inline'

/** Every file of `routes/`: what the router mounts, and what the access tests walk. */
export const routes = import.meta.glob<RouteFile>('/routes/**/*.{ts,tsx}', { eager: true })

const stillFiles = new Map(
  routeTable(routes).flatMap(({ pattern, file }) => (file.still ? [[pattern, file]] : [])),
)

const islandFiles = import.meta.glob<{ default: unknown }>('/islands/*.tsx', { eager: true })

export type App = Hono<HonoEnv> & {
  /**
   * The answer that lies ready, to be given before the request is looked at any further and without a line in the
   * log. An address that is nobody's gets one too, because scanners try thousands.
   */
  fromMemory: (look: Look) => StillAnswer | null
}

/**
 * The application without a port: middleware in order, then the routes. `mountMore` puts in front of them what only
 * development and the demo have.
 */
export function createApp(
  deps: Deps,
  assets: Assets,
  mountMore: (app: Hono<HonoEnv>) => void = () => {},
): App {
  const app = new Hono<HonoEnv>()
  const drawing = createDrawing(deps, {
    company: companyOf(deps.env),
    assets,
    islands: new Map(
      Object.entries(islandFiles).map(([file, { default: of }]) => [of, nameOf(file)]),
    ),
    coreCss,
  })
  if (assets.folder) serveBuiltFiles(app, assets.folder)
  const isOwnHost = ownHost(deps.env.APP_URL)
  const proxies = networkList(deps.env.TRUSTED_PROXIES)
  const warnOfProxy = proxyWarning(deps.log)

  app.use(async (c, next) => {
    c.set('deps', deps)
    const { address, known, passedOver } = clientAddress(c, proxies)
    if (passedOver) warnOfProxy(address)
    c.set('address', address)
    c.set('addressKnown', known)
    await next()
  })
  app.use(requestLog)
  app.use(securityHeaders(deps.env))
  app.use(ownHostOnly(deps.env.APP_URL))
  mountMore(app)
  app.use(sameOriginWrites(deps.env.APP_URL))
  app.use(waitForWriteLock)
  serveCompanyLogo(app, deps.env)
  serveSpeculationRules(app, routes)

  mountRoutes(app, routes, {
    draw: drawing.draw,
    methodNotAllowed: (c) => refuse(c, new HttpError(405, httpMessages.methodNotAllowed)),
  })
  app.notFound((c) => {
    if (isApi(c)) return answerError(c, new HttpError(404, httpMessages.notFound))
    return drawing.draw(c, page(component('_404'), {}, { status: 404 }), special('_404'))
  })
  app.onError((error, c) => refuse(c, error))
  const beginnings = new Set(app.routes.map(({ path }) => beginningOf(path)))
  return Object.assign(app, { fromMemory })

  function fromMemory(look: Look): StillAnswer | null {
    if (!isOwnHost(look.header('host'))) return null
    const file = stillFiles.get(look.path)
    if (file) return drawing.kept(look, file)
    // a HEAD that the app answers has its headers in another order: a hidden path would be told by them
    const hidesPath = look.method === 'HEAD' || beginnings.has(beginningOf(look.path))
    return hidesPath ? null : drawing.kept(look, special('_404'), 404)
  }

  function refuse(c: Ctx, error: unknown): Response {
    const { status, body, retryAfter } = describeError(error)
    // A refusal is expected, and the line of its request says enough.
    if (status >= 500 && !(error instanceof Refusal))
      deps.log.error({ err: error, requestId: c.var.requestId }, 'request failed')
    if (isApi(c) && !wantsPage(c)) return answerError(c, error)
    if (retryAfter) c.header('Retry-After', String(retryAfter))
    const heading = status >= 500 ? 'Something went wrong' : 'This did not work'
    const props = {
      status,
      heading,
      signIn: status === 401 || isApi(c),
      message: body.message,
      requestId: status >= 500 ? c.var.requestId : undefined,
    }
    return drawing.draw(
      c,
      page(component('_error'), props, { status, title: heading }),
      special('_error'),
    )
  }
}

type SpecialPage = '_404' | '_error'

const special = (name: SpecialPage): RouteFile => routes[`/routes/${name}.tsx`] ?? {}

const component = (name: SpecialPage) => special(name).default as Parameters<typeof page>[0]

/** A document opened in a tab: its refusal is a page too. */
const wantsPage = (c: Ctx) =>
  c.req.path.endsWith('/pdf') && Boolean(c.req.header('accept')?.includes('text/html'))

const beginningOf = (path: string) => path.split('/', 2)[1]

const nameOf = (file: string) => file.replace(/^\/islands\//, '').replace(/\.tsx$/, '')
