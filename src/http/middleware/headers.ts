import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Env } from '#src/env.ts'
import type { HonoEnv } from '#src/http/context.ts'

export function pagePolicy(
  options: { style?: string | undefined; dev?: boolean; frames?: boolean } = {},
): string {
  const style = options.style === undefined ? '' : ` '${hashSource(options.style)}'`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${options.dev ? " 'unsafe-inline'" : style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${options.dev ? ' ws:' : ''}`,
    ...(options.frames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}

export const framedPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** The policy for a PDF. Safari's viewer is part of the document, and a policy for styles breaks it. */
export const documentPolicy = "frame-ancestors 'none'"

/** Sets the headers that the page or route has not set itself. */
export function securityHeaders(env: Env): MiddlewareHandler<HonoEnv> {
  const secure = headersFor(env)
  return async function securedHeaders(c, next) {
    await secure(c, next)
    // a page that is hidden has to look like a page that does not exist
    if (!needsOwnProcess.test(c.req.path) || c.res.status === 404)
      c.res.headers.delete('Cross-Origin-Opener-Policy')
  }
}

/**
 * Matches pages of a session and their sign-ins. Browsers start a process for such a page, which would delay the
 * first paint of the others.
 */
const needsOwnProcess = /^\/(api|admin|client|client-login|client-portal)(\/|$)/

const headersFor = ({ APP_URL }: Env) =>
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    strictTransportSecurity: APP_URL.startsWith('https:') && 'max-age=63072000; includeSubDomains',
    overwrite: false,
  })

export const noStore: MiddlewareHandler<HonoEnv> = async function noStore(c, next) {
  c.header('Cache-Control', 'no-store')
  if (c.req.path.startsWith('/api')) c.header('X-Robots-Tag', 'noindex')
  await next()
}

const hashSource = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
