import { Hono, type MiddlewareHandler } from 'hono'
import { writable } from '#db/transaction.ts'
import SessionWatch from '#islands/SessionWatch.tsx'
import Toasts from '#islands/Toasts.tsx'
import { minutes } from '#src/domain/calendar.ts'
import type { Deps } from './deps.ts'
import { publicVersion } from './domain/company/company.ts'
import { Refusal, refusals } from './domain/refusal.ts'
import type { Assets } from './framework/assets.ts'
import { mountRoutes, type Page, type RouteFile, routeTable } from './framework/router.ts'
import { wantsJson } from './http/accepts.ts'
import { pageCompany, serveLogo } from './http/company.ts'
import type { Ctx, HonoEnv } from './http/context.ts'
import { describeError, errorResponse, HttpError, httpMessages, isApi } from './http/errors.ts'
import { clientAddress, proxyWarning } from './http/middleware/client-address.ts'
import { noStore, securityHeaders } from './http/middleware/headers.ts'
import { ownHost, ownHostOnly } from './http/middleware/host.ts'
import { sameOriginWrites } from './http/middleware/origin.ts'
import { prerender } from './http/middleware/prerender.ts'
import { requestLog } from './http/middleware/request-log.ts'
import { serveBuiltFiles } from './http/middleware/static-files.ts'
import { page } from './http/page.ts'
import { refusalPage } from './http/refusal-page.ts'
import { createRenderer } from './http/render.tsx'
import { typedAgain } from './http/requests/actions.ts'
import { dropBody } from './http/requests/body.ts'
import { readNetworks } from './security/addresses.ts'

export const routes = import.meta.glob<RouteFile>('/routes/**/*.{ts,tsx}', {
  eager: true,
  // exhaustive also finds folders such as .well-known
  exhaustive: true,
})

const prerendered = new Map(
  routeTable(routes).flatMap(({ pattern, file }) =>
    file.prerender ? [[pattern, file.prerender] as const] : [],
  ),
)

const islandFiles = import.meta.glob<{ default: unknown }>('/islands/*.tsx', { eager: true })

export type MountMore = (app: Hono<HonoEnv>, show: (c: Ctx, page: Page) => Response) => void

/**
 * Adds the middleware in its order, then the routes. `mountMore` adds routes before them, in development and the
 * demo.
 */
export function createApp(
  deps: Deps,
  assets: Assets,
  mountMore: MountMore = () => {},
): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const renderPage = createRenderer({
    company: () => pageCompany(deps),
    assets,
    islands: new Map(
      Object.entries(islandFiles).map(([file, { default: of }]) => [of, nameOf(file)]),
    ),
    frame: { toasts: Toasts, session: SessionWatch },
  })
  if (assets.folder) serveBuiltFiles(app, assets.folder)
  const proxies = readNetworks(deps.env.TRUSTED_PROXIES)
  const warnOfProxy = proxyWarning(deps, proxies)

  app.use(requestLog(deps))
  app.use(async (c, next) => {
    await next()
    if (isUnsafe(c)) await dropBody(c)
  })
  if (assets.devScripts.length === 0)
    app.use(prerender(prerendered, () => shownOn(deps), ownHost(deps.env.APP_URL)))
  app.use(async (c, next) => {
    c.set('deps', c.req.method === 'HEAD' ? { ...deps, showsNothing: true } : deps)
    c.header('X-Request-Id', c.get('requestId'))
    const { address, known, passedOver } = clientAddress(c, proxies)
    warnOfProxy(c, address, passedOver)
    c.set('address', address)
    c.set('addressKnown', known)
    await next()
  })
  app.use(securityHeaders(deps.env))
  app.use(noStore)
  app.use(ownHostOnly(deps.env.APP_URL))
  mountMore(app, (c, page) => renderPage(c, page, {}))
  app.use(sameOriginWrites(deps))
  app.use(async (c, next) => {
    if (deps.db.isRewritten && mayWrite(c)) await writable(deps)
    await next()
  })
  app.use(dataInsteadOfRedirect)
  serveLogo(app, deps)

  mountRoutes(app, routes, {
    renderPage: (c, page, file) => answerPage(c, page, file, renderPage),
    methodNotAllowed: (c) => refuse(c, new HttpError(405, httpMessages.methodNotAllowed)),
  })
  app.notFound((c) => {
    if (isApi(c) || wantsJson(c)) return errorResponse(c, new HttpError(404, httpMessages.notFound))
    return renderPage(c, page(component('_404'), {}, { status: 404 }), special('_404'))
  })
  app.onError(async (error, c) => {
    const page = await typedAgain(c, error)
    return page ? renderPage(c, page, {}) : refuse(c, error)
  })
  return app

  function refuse(c: Ctx, error: unknown): Response {
    const { status, retryAfter } = describeError(error)
    if (status >= 500 && !(error instanceof Refusal)) {
      // the development server shows the error with its place in the source
      if (assets.devScripts.length > 0) throw error
      deps.log.error({ err: error, requestId: c.var.requestId }, 'request failed')
    }
    if ((isApi(c) && !wantsPage(c)) || wantsJson(c)) return errorResponse(c, error)
    if (error instanceof Refusal && error.kind === 'second-factor')
      return c.redirect('/admin/account', 303)
    if (retryAfter) c.header('Retry-After', String(retryAfter))
    const content = refusalPage(c, error)
    if (content.isPending) c.header('Refresh', String(retryAfter))
    const requestId = content.isOurs ? c.var.requestId : null
    const options = { status, title: content.heading }
    return renderPage(
      c,
      page(component('_error'), { ...content, requestId }, options),
      special('_error'),
    )
  }
}

/** A guard redirects a browser to the sign-in. An island gets 401 instead. */
const dataInsteadOfRedirect: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  const isRedirect = c.res.status >= 300 && c.res.status < 400
  if (!isRedirect || !/^(GET|HEAD)$/.test(c.req.method) || isApi(c) || !wantsJson(c)) return
  c.res = undefined
  c.res = errorResponse(c, new Refusal('not-signed-in', refusals.signIn))
}

/** Sends the page, or the props of its island when the island asks for them. */
function answerPage(
  c: Ctx,
  page: Page,
  file: RouteFile,
  renderPage: (c: Ctx, page: Page, file: RouteFile) => Response,
) {
  if (!file.data) return renderPage(c, page, file)
  c.header('Vary', 'Accept', { append: true })
  if (!wantsJson(c)) return renderPage(c, page, file)
  if ((page.status ?? 200) >= 400)
    return c.json({ message: page.title ?? httpMessages.notFound }, page.status as 404)
  return c.json(file.data(page.props as never))
}

type SpecialPage = '_404' | '_error'

const special = (name: SpecialPage): RouteFile => routes[`/routes/${name}.tsx`] ?? {}

const component = (name: SpecialPage) => special(name).default as Parameters<typeof page>[0]

/**
 * Returns whether the request may change data. Checking a document and finding a person are posted but only read, and
 * an erasure waits for the lock by itself.
 */
const mayWrite = (c: Ctx) => isUnsafe(c) && !['/verify', '/admin/privacy'].includes(c.req.path)

const isUnsafe = (c: Ctx) => !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)

/** Returns whether a browser opens a document in a tab. A refusal is then shown as a page. */
const wantsPage = (c: Ctx) =>
  /\/pdf$|\/client\/files\//.test(c.req.path) &&
  Boolean(c.req.header('accept')?.includes('text/html'))

/** Changes whenever prerendered pages may look different. In every time zone a day begins on a quarter of an hour. */
const shownOn = (deps: Deps) => `${Math.floor(deps.now() / minutes(15))} ${publicVersion(deps)}`

const nameOf = (file: string) => file.replace(/^\/islands\//, '').replace(/\.tsx$/, '')
