import { saveRegisterKey } from '#src/domain/registers/register-settings.ts'
import { type TestApp, testApp } from './app/test-app.ts'
import { signedInAdmin } from './integrations.ts'
import { type Asked, jsonPeer } from './mail/json-peer.ts'

/** A company as Companies House publishes one. */
export const profile = {
  company_name: 'SAMPLE CALIBRATION LIMITED',
  company_number: '01234567',
  company_status: 'active',
  type: 'ltd',
  jurisdiction: 'england-wales',
  date_of_creation: '2001-05-04',
  can_file: true,
  has_insolvency_history: false,
  registered_office_is_in_dispute: false,
  undeliverable_registered_office_address: false,
  registered_office_address: {
    address_line_1: '1 Mill Lane',
    locality: 'Leeds',
    postal_code: 'LS1 4AB',
  },
  accounts: { overdue: false, next_due: '2027-01-31' },
  confirmation_statement: { overdue: false, next_due: '2027-02-14' },
  links: { self: '/company/01234567' },
}

export const officer = (name: string, more = {}) => ({
  ...{ name, officer_role: 'director', appointed_on: '2010-01-01' },
  ...{ date_of_birth: { month: 12, year: 1949 }, nationality: 'British', ...more },
})

type Wrongs = {
  /** Instead of every answer. */
  answer: { status: number; json?: unknown; text?: string } | null
  profile: object
  officers: ReturnType<typeof officer>[]
  waits: Promise<unknown> | null
}

/** Both registers on loopback, and an app with a key for each. */
export async function withRegisters(env: Record<string, string> = {}) {
  const wrongs: Wrongs = { answer: null, profile, officers: [], waits: null }
  const peer = await jsonPeer(async (asked) => {
    await wrongs.waits
    return wrongs.answer ?? answerTo(asked, wrongs)
  })
  const app = testApp({ env: { COMPANIES_HOUSE_URL: peer.url, HMRC_URL: peer.url, ...env } })
  await giveKeys(app)
  return { app, wrongs, asked: peer.asked }
}

async function giveKeys(app: TestApp) {
  const admin = await signedInAdmin(app)
  saveRegisterKey(app.deps, admin, 'companies-house', { clientId: '', secret: 'canary-key' })
  saveRegisterKey(app.deps, admin, 'hmrc', { clientId: 'us', secret: 'canary-secret' })
}

const pageSize = 35

export function answerTo({ path, headers }: Asked, { profile, officers }: Wrongs) {
  const url = new URL(path, 'http://register')
  if (url.pathname === '/oauth/token')
    return { status: 200, json: { access_token: 'token', token_type: 'bearer', expires_in: 14400 } }
  if (url.pathname.startsWith('/organisations/')) {
    if (headers.authorization !== 'Bearer token') return { status: 401 }
    if (path.includes('999999973')) return { status: 404, json: { code: 'NOT_FOUND' } }
    const address = { line1: '1 Mill Lane', postcode: 'LS1 4AB', countryCode: 'GB' }
    const target = { name: 'SAMPLE CALIBRATION LTD', vatNumber: '220430231', address }
    const own = /lookup\/\d+\/\d+/.test(path) && {
      consultationNumber: 'abc-def-123',
      requester: '1',
    }
    return { status: 200, json: { target, processingDate: '2026-11-20T10:00:00+00:00', ...own } }
  }
  if (!url.pathname.endsWith('/officers')) return { status: 200, json: profile }
  const at = Number(url.searchParams.get('start_index'))
  const items = officers.slice(at, at + pageSize)
  return {
    status: 200,
    json: { kind: 'officer-list', start_index: at, total_results: officers.length, items },
  }
}
