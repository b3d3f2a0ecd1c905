import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Store } from '#src/deps.ts'
import { companyOf, companyOfEnv, logoVersion, uploadedLogo } from '#src/domain/company/company.ts'
import { logoKind } from '#src/domain/documents/company-logo.ts'
import { providerName } from '#src/domain/staff/identity-provider.ts'
import { type Company, defaultLogo } from '#src/ui/layout/Layout.tsx'
import type { HonoEnv } from './context.ts'

const ownLogo = '/company-logo'

export function pageCompany(deps: Store): Company {
  const { env } = deps
  const { name, accent, salesEmail, privacyUrl, telephone, legal } = readOr(
    () => companyOf(deps),
    companyOfEnv(env),
  )
  const uploaded = readOr(() => logoVersion(deps), '')
  const fallback = env.COMPANY_LOGO ? ownLogo : defaultLogo
  const logo = uploaded ? `${ownLogo}?v=${uploaded.slice(0, 16)}` : fallback
  const provider = readOr(() => providerName(deps), null)
  const sendsNothing = env.SEND_NOTHING
  return { name, accent, salesEmail, privacyUrl, telephone, legal, logo, provider, sendsNothing }
}

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Throws when COMPANY_LOGO is neither PNG nor SVG. */
export function serveLogo(app: Hono<HonoEnv>, deps: Store) {
  const { COMPANY_LOGO } = deps.env
  const file = COMPANY_LOGO && Uint8Array.from(readFileSync(COMPANY_LOGO))
  const type = file && (logoKind(file) === 'png' ? 'image/png' : 'image/svg+xml')
  app.get(ownLogo, (c, next) => {
    const logo = uploadedLogo(deps)
    if (logo) {
      const isCurrent = c.req.query('v') === logo.sha256.slice(0, 16)
      return c.body(Uint8Array.from(logo.image), 200, {
        'Content-Type': 'image/png',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    }
    if (!file || !type) return next()
    return c.body(file, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' })
  })
}
