import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Store } from '#src/deps.ts'
import { companyOf, companyOfEnv, logoVersion, uploadedLogo } from '#src/domain/company/company.ts'
import { logoKind } from '#src/domain/documents/company-logo.ts'
import type { Env } from '#src/env.ts'
import { type Company, defaultLogo } from '#src/ui/layout/Layout.tsx'
import type { HonoEnv } from './context.ts'

const ownLogo = '/company-logo'

export function pageCompany(deps: Store): Company {
  const { name, accent, salesEmail, privacyUrl, telephone, legal } = readCompany(deps)
  const uploaded = readLogoVersion(deps)
  const fallback = deps.env.COMPANY_LOGO ? ownLogo : defaultLogo
  const logo = uploaded ? `${ownLogo}?v=${uploaded.slice(0, 16)}` : fallback
  const sendsNothing = deps.env.SEND_NOTHING
  return { name, accent, salesEmail, privacyUrl, telephone, legal, logo, sendsNothing }
}

/** The page that reports an unreadable database needs a company too. */
function readCompany(deps: Store) {
  try {
    return companyOf(deps)
  } catch {
    return companyOfEnv(deps.env)
  }
}

function readLogoVersion(deps: Store) {
  try {
    return logoVersion(deps)
  } catch {
    return ''
  }
}

/** Without one, the next handler serves the logo of the operator. */
export function serveUploadedLogo(app: Hono<HonoEnv>, deps: Store) {
  app.get(ownLogo, (c, next) => {
    const logo = uploadedLogo(deps)
    if (!logo) return next()
    const isCurrent = c.req.query('v') === logo.sha256.slice(0, 16)
    return c.body(Uint8Array.from(logo.image), 200, {
      'Content-Type': 'image/png',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
}

/** Throws when COMPANY_LOGO is neither PNG nor SVG. */
export function serveCompanyLogo(app: Hono<HonoEnv>, env: Env) {
  if (!env.COMPANY_LOGO) return
  const bytes = Uint8Array.from(readFileSync(env.COMPANY_LOGO))
  const headers = {
    'Content-Type': logoKind(bytes) === 'png' ? 'image/png' : 'image/svg+xml',
    'Cache-Control': 'public, max-age=3600',
  }
  app.get(ownLogo, (c) => c.body(bytes, 200, headers))
}
