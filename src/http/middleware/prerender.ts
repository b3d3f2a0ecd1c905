import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import type { Prerender } from '#src/framework/router.ts'
import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx, HonoEnv } from '#src/http/context.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Body = Uint8Array<ArrayBuffer>
type Copies = { headers: Record<string, string>; html: Body; bodies: Map<Encoding, Promise<Body>> }

/**
 * Keeps rendered pages until `state` changes. It comes before everything that sets headers, so that the copies have
 * them.
 */
export function prerender(
  pages: Map<string, Prerender>,
  state: () => string,
  isOwnHost: (host: string | undefined) => boolean,
): MiddlewareHandler<HonoEnv> {
  const copies = new Map<string, Copies>()
  let lastState: string | undefined
  return async function prerendered(c, next) {
    const visitors = pages.get(c.req.path)
    if (!visitors || !/^(GET|HEAD)$/.test(c.req.method)) return next()
    if (c.req.url.includes('?') || wantsJson(c)) return next()
    if (visitors === 'strangers' && c.req.header('cookie')) return next()
    if (!isOwnHost(c.req.header('host'))) return next()
    const now = state()
    if (lastState !== now) copies.clear()
    lastState = now
    const known = copies.get(c.req.path)
    if (known) return serve(c, known)
    await next()
    // the state may have changed meanwhile, and a cookie belongs to one visitor
    if (c.res.status !== 200 || lastState !== now || c.res.headers.has('set-cookie')) return
    const rendered = await copiesOf(c.res)
    copies.set(c.req.path, rendered)
    // Hono would otherwise copy the headers of the first response into the second
    c.res = undefined
    c.res = await serve(c, rendered)
  }
}

async function copiesOf(response: Response): Promise<Copies> {
  const html = Buffer.from(await response.arrayBuffer())
  const {
    'x-request-id': _,
    'content-length': _length,
    ...ofPage
  } = Object.fromEntries(response.headers)
  return {
    headers: {
      ...ofPage,
      'cache-control': 'no-cache',
      etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      vary: 'Accept-Encoding',
    },
    html: Uint8Array.from(html),
    bodies: new Map(),
  }
}

/** Uses a plain record for the headers, because creating Hono's `Headers` costs more than sending the page. */
async function serve(c: Ctx, copies: Copies): Promise<Response> {
  const headers: Record<string, string> = { ...copies.headers, 'x-request-id': c.get('requestId') }
  if (hasAlready(c, headers.etag ?? '')) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(c)
  const body = await bodyFor(copies, encoding)
  return new Response(body, {
    headers: {
      ...headers,
      'content-length': String(body.length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  })
}

/** Compresses a page once for all who ask meanwhile, in another thread, because Brotli takes some 50 ms. */
function bodyFor({ html, bodies }: Copies, encoding: Encoding): Promise<Body> {
  const body =
    bodies.get(encoding) ?? compress[encoding](html).then((bytes) => Uint8Array.from(bytes))
  bodies.set(encoding, body)
  return body
}

const compress: Record<Encoding, (html: Body) => Promise<Uint8Array>> = {
  br: promisify(brotliCompress) as (html: Body) => Promise<Uint8Array>,
  gzip: promisify(gzip) as (html: Body) => Promise<Uint8Array>,
  identity: async (html) => html,
}

const encodingFor = (c: Ctx) =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    match: (taken, { supports }) =>
      supports.find((name) => taken.some(({ type, q }) => type === name && q > 0)) ?? 'identity',
  }) as Encoding

const hasAlready = (c: Ctx, etag: string) =>
  c.req
    .header('if-none-match')
    ?.split(',')
    .some((tag) => [etag, `W/${etag}`].includes(tag.trim()))
