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

/** For a PDF: Safari's viewer is part of the document, and a policy for styles breaks it. */
export const documentPolicy = "frame-ancestors 'none'"

/** What a page or route has set itself stays. */
export const securityHeaders = ({ APP_URL }: Env): MiddlewareHandler<HonoEnv> =>
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
