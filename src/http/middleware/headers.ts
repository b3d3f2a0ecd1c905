import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '#src/env.ts'
import type { HonoEnv } from '#src/http/context.ts'

/** The content policy of pages (rule 285). */
export function pagePolicy(options: { style?: string; dev?: boolean } = {}): string {
  const style = options.style === undefined ? '' : ` '${hashSource(options.style)}'`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${options.dev ? " 'unsafe-inline'" : style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${options.dev ? ' ws:' : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}

/**
 * The policy of a PDF: Safari's viewer stands in the document itself, and a policy for styles leaves it a small box in an
 * empty page.
 */
export const documentPolicy = "frame-ancestors 'none'"

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer; pages replace the policy by theirs. */
export function baseHeaders({ APP_URL }: Env): Record<string, string> {
  return {
    'Content-Security-Policy': apiPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(APP_URL.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

/** Puts the base headers on every answer, errors included; nothing is cached unless a route says so. */
export function securityHeaders(env: Env): MiddlewareHandler<HonoEnv> {
  const headers = Object.entries(baseHeaders(env))
  return async function withHeaders(c, next) {
    for (const [name, value] of headers) c.header(name, value)
    // all before the answer is made: a header more on a made one copies its body through a stream
    c.header('Cache-Control', 'no-store')
    if (c.req.path.startsWith('/api')) c.header('X-Robots-Tag', 'noindex')
    await next()
  }
}

const hashSource = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
