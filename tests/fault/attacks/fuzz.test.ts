import { expect, test } from 'vitest'
import { routes } from '#src/app.ts'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { routeTable } from '#src/framework/router.ts'
import { adminBrowser, makeAdmin } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { seededRandom } from '../../support/random.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type FuzzRequest, fuzzRequest } from '../support/fuzz-requests.ts'
import { type Called, httpCall } from '../support/http-call.ts'
import { times } from '../support/rounds.ts'
import { type ServerProcess, serverOfFile } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

/** Emails may go nowhere but to this machine, where nobody listens. */
const env = {
  SMTP_EGRESS: 'allowlist',
  SMTP_ALLOWED_HOSTS: '127.0.0.1',
  SENDGRID_API_URL: 'http://127.0.0.1:9',
  MICROSOFT_LOGIN_URL: 'http://127.0.0.1:9',
  MICROSOFT_GRAPH_URL: 'http://127.0.0.1:9',
  RATE_LIMIT_FACTOR: '1000',
}
const running = serverOfFile({ env })
const count = times(450)

test(`${count} mutated requests to every route in every role are answered, none with a fault of ours`, {
  timeout: 60_000 + count * 60,
}, async () => {
  const server = running()
  const app = appOfProcess(server)
  const random = seededRandom(5)
  const table = routeTable(routes)
  const { ids, roles } = await people(app)
  const faults: string[] = []
  for (let sent = 0; sent < count; sent += 10) {
    if (sent % 200 === 0) await renew(app, roles)
    const batch = Array.from({ length: 10 }, () => {
      const request = fuzzRequest(random, table, ids)
      const role = roles[random() < 0.6 ? fitting(request) : Math.floor(random() * roles.length)]
      const cookie = [...(role?.cookies ?? [])]
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      return { ...request, headers: { ...(cookie && { cookie }), ...request.headers } }
    })
    const answers = await Promise.all(batch.map((request) => answerOf(server.port, request)))
    for (const [at, answer] of answers.entries()) {
      const request = batch[at]
      if (!request) continue
      const fault = faultIn(answer, request.method, request.path)
      if (fault) faults.push(`${fault}: ${JSON.stringify(request).slice(0, 600)}`)
    }
  }
  expect(faults).toEqual([])
  expect(errorLines(server)).toEqual([])
  expect(server.alive()).toBe(true)
  expect(faultsOf(app.deps)).toEqual([])
})

/** A connection that the answer before it closed is no answer: such a request is sent once more. */
async function answerOf(port: number, request: FuzzRequest): Promise<Called> {
  const answer = await httpCall(port, request)
  return answer.status === 0 ? httpCall(port, request) : answer
}

/** Somebody of every kind, and ids of applications in both states. */
async function people(app: TestApp) {
  const draft = app.browser()
  const ids = [await fillDraft(draft, { mainEmail: 'fuzz-draft@example.com' })]
  const applicant = app.browser()
  const own = await submit(applicant, { mainEmail: 'fuzz-own@example.com' })
  ids.push(own, '0000-0000-0000')
  const client = clientBrowser(app, own)
  const half = app.browser()
  half.cookies.set('admin', openAdminSession(app.deps, (await makeAdmin(app)).id, 'challenge'))
  const admin = await adminBrowser(app)
  return { ids, own, roles: [app.browser(), draft, applicant, client, half, admin, admin] }
}

/** Which of the people has any business there: what lies behind a refusal is to be reached as well. */
function fitting({ method, path }: FuzzRequest): number {
  if (/^\/(api\/)?client/.test(path) && !path.startsWith('/client-form')) return 3
  const isApplicants = /^\/(client-form|api\/applications)/.test(path)
  return isApplicants && ['PUT', 'POST'].includes(method) ? 1 : 5
}

/** Signs in again where a request has ended the session. */
async function renew(app: TestApp, roles: Browser[]) {
  const fresh = await adminBrowser(app, {
    username: `fuzz-${Date.now()}`,
    password: 'kettle brass 44 hobs',
  })
  for (const role of roles.slice(-2)) role.cookies.set('admin', fresh.cookies.get('admin') ?? '')
}

const trace = /\n\s+at \S|node_modules|SqliteError|\.[jt]sx?:\d+:\d+/

/** What is wrong with an answer, or `null`. */
function faultIn({ status, headers, text }: Called, method: string, path: string): string | null {
  const isTest = path.startsWith('/api/email-settings/test')
  if (status === 0) return 'no answer'
  if (status >= 500 && status !== 503 && !(status === 502 && isTest)) return String(status)
  if (trace.test(text)) return 'a stack trace'
  // what Node refuses before it is a request has no headers of ours
  if (!headers['x-request-id'])
    return [400, 417, 431].includes(status) || isStill(headers) ? null : 'no request id'
  if (!headers['content-security-policy'] || headers['x-content-type-options'] !== 'nosniff')
    return 'headers are missing'
  if (status < 400 || method === 'HEAD' || !path.startsWith('/api/')) return null
  if (headers['content-type']?.includes('text/html') && path.includes('/pdf')) return null
  return typeof messageOf(text) === 'string' ? null : 'an error without a message'
}

/** Pages from memory are counted instead of logged, and have no id. */
const isStill = (headers: Called['headers']) =>
  Boolean(headers.etag && headers['content-security-policy'])

function messageOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { message?: unknown }).message
  } catch {
    return null
  }
}

const errorLines = (server: ServerProcess) =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
