import Database from 'better-sqlite3'
import { sampleAnswers } from '#src/demo/seed.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { answers } from '../app/application-answers.ts'
import { admin } from '../browser/e2e-admin.ts'
import type { BuiltServer } from '../built-server.ts'
import { call, passwordLink } from '../calls.ts'

export const clientPassword = 'four quiet copper lamps'

/** Whom and what the screens show: ids of applications, addresses of their clients. */
export type ScreensApp = {
  submitted: { id: string; email: string }
  approved: { id: string; email: string }
  rejected: { id: string; email: string }
  /** Has answered a question with files, and got another one. */
  asked: { id: string; email: string }
  /** Half filled in, of nobody who can sign in. */
  draft: { id: string; email: string }
  /** Adds a link to set a password, for the client of an address. */
  invite: (email: string) => string
  /** Adds an invitation to the back office under a user name; returns its link's secret. */
  inviteColleague: (username: string) => string
  /** Lists webhook endpoints, with what they answered, and an API key. */
  connectErp: () => void
  /** Continues a draft on another device. */
}

/** Fills a server, by its calls, with an application in each state, one of them as long-winded as they come. */
export async function furnish(server: BuiltServer): Promise<ScreensApp> {
  const submitted = await apply(server, 901)
  const approved = await apply(server, 902)
  const rejected = await apply(server, 903, longWinded)
  const draft = await apply(server, 904, {}, false)
  const asked = await apply(server, 905)
  const { cookie } = await call(server.url, 'POST', '/api/admin/login', { body: admin })
  const decide = (id: string, action: string, body: unknown) =>
    call(server.url, 'PATCH', `/api/applications/${id}/${action}`, { body, cookie })
  await decide(approved.id, 'approve', { customerCode: 'SAM-0902' })
  await decide(rejected.id, 'reject', { reason: longReason })
  const invite = (email: string) => passwordLink(server, email)
  const password = clientPassword
  for (const { email } of [submitted, approved, rejected, asked]) {
    const body = { token: invite(email), password }
    await call(server.url, 'POST', '/api/client/set-password', { body })
  }
  const login = { body: { email: asked.email, password } }
  const client = await call(server.url, 'POST', '/api/client/login', login)
  await askTwice(server, asked.id, cookie, client.cookie)
  const inviteColleague = (username: string) => inviteInto(server, username)
  inviteColleague('Nadia Newcomer')
  const connectErp = () => plantEndpoints(server, rejected.id)
  const people = { submitted, approved, rejected, asked, draft }
  return { ...people, invite, inviteColleague, connectErp }
}

const longWinded = {
  businessName: `The ${'Worshipful and Most Particular '.repeat(4)}Gauge Company of Exampleton Ltd`,
  businessTypes: ['PLC', 'Private Ltd Co.', 'Sole Trader', 'Partnership', 'LLP', 'Other'],
  mainEmail: `${'a-very-long-local-part-of-an-address'.slice(0, 40)}@${'sub-domain.'.repeat(8)}example.com`,
}
/** 2000 characters, the most there may be. */
export const longReason = 'The trade references were not received in time. '
  .repeat(42)
  .slice(0, 2000)

/** Applies as a sample company does, signed by its drawn name; a draft stops after the first section. */
async function apply(server: BuiltServer, number: number, changes: object = {}, signs = true) {
  const { sections } = sampleAnswers(number)
  const first = { ...sections[1], ...changes }
  const directors = Object.keys(changes).length > 0 ? fifty : sections[2].directors
  const draft = {
    1: first,
    ...(signs && { 2: { directors } }),
    currentSection: 1,
    completionPercentage: 20,
  }
  const { text, cookie } = await call(server.url, 'POST', '/api/applications', { body: draft })
  const { id } = JSON.parse(text) as { id: string }
  const { typedName: signerName, ...site } = sections[5]
  const { authSignature } = answers[5]
  const final = {
    3: sections[3],
    4: sections[4],
    5: { ...site, signerName, authSignature, agreementDate: new Date().toISOString().slice(0, 10) },
    status: 'submitted',
    currentSection: 5,
  }
  if (signs) await call(server.url, 'PUT', `/api/applications/${id}`, { body: final, cookie })
  return { id, email: first.mainEmail }
}

const fifty = Array.from({ length: 50 }, (_, at) => ({
  name: `Sample Director the ${at + 1}th`,
  position: 'Director',
}))

function inviteInto({ dataDir }: BuiltServer, username: string): string {
  const token = newToken()
  const db = new Database(`${dataDir}/countersign.db`)
  db.prepare(
    `INSERT INTO admin_invitations
       (username, username_key, email, role, invited_by, created_at, token_hash, expires_at)
     VALUES (?, lower(?), 'colleague@example.com', 'reviewer', ?, ?, ?, ?)`,
  ).run(username, username, admin.username, Date.now(), hashToken(token), Date.now() + 3_600_000)
  db.close()
  return token
}

const question =
  'Please send us your last annual accounts and a letterhead.\n\nWho owns the company? Please name everybody with more than 25 percent.'

/** Asks the customer of an application, has the question answered with files, and asks another one, by posted forms. */
async function askTwice({ url }: BuiltServer, id: string, admin: string, client: string) {
  const post = async (path: string, cookie: string, body: FormData | URLSearchParams) => {
    const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    })
    if (answer.status !== 303) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const ask = (request: string) =>
    post(`/admin/applications/${id}`, admin, new URLSearchParams({ action: 'ask', request }))
  await ask(question)
  const portal = await fetch(`${url}/client-portal`, { headers: { cookie: client } })
  const form = new FormData()
  form.set('request', /name="request" value="(\d+)"/.exec(await portal.text())?.[1] ?? '')
  form.set(
    'answer',
    'Jo Example owns 60 percent, Ann Other 40 percent.\nThe accounts are attached.',
  )
  for (const name of ['Annual accounts 2025 (signed).pdf', `${'a-very-long-name-'.repeat(5)}.pdf`])
    form.append('files', new File(['%PDF-1.7\n', 'x'.repeat(90_000), '\n%%EOF\n'], name))
  await post('/client-portal', client, form)
  await ask('Thank you. Please also send the letterhead.')
}

/** An endpoint with a failed event and answers, one that wants no more events, and a key; once, however often it is called. */
function plantEndpoints({ dataDir }: BuiltServer, application: string) {
  const db = new Database(`${dataDir}/countersign.db`)
  const at = Date.parse('2026-11-20T10:00:00Z')
  const endpoint = db.prepare(
    `insert or ignore into webhook_endpoints values (?, ?, ?, 'v1.none', null, null, ?, 1)`,
  )
  const [all, some] = [allEvents, ['application.approved']].map((events) => JSON.stringify(events))
  endpoint.run('erp', `https://erp.example.com/${'hooks/'.repeat(8)}`, all, at)
  endpoint.run('crm', 'https://crm.example.com/', some, at + 1)
  db.prepare(
    `insert or ignore into jobs
      (id, kind, data, dedupe_key, application, endpoint, state, attempts, created_at, next_at,
       last_failed_at, last_reason, refusals)
      values (9001, 'application.rejected', '{}', 'planted', ?, 'erp', 'dead', 2, ?, ?, ?, 'REJECTED 422', 2)`,
  ).run(application, at, at, at)
  const answer = db.prepare('insert or ignore into webhook_answers values (?, ?, ?, ?, ?, ?, ?, ?)')
  const refusal = `{"error":"unknown customer","trace":"${'0f3a'.repeat(60)}"}`
  answer.run(9001, 'erp', null, 'endpoint.test', at, 204, null, '')
  answer.run(9002, 'erp', 9001, 'application.rejected', at, 422, 'REJECTED', refusal)
  answer.run(9003, 'erp', 9001, 'application.rejected', at, null, 'TIMEOUT', '')
  answer.run(9004, 'crm', null, 'application.approved', at, 410, 'REJECTED', 'Gone')
  db.prepare(
    "insert or ignore into api_keys values (9001, 'ERP', 'planted', 'cs_a1B2', ?, 'admin', ?, null)",
  ).run(at, at)
  db.close()
}

const allEvents = [
  'application.submitted',
  'application.approved',
  'application.rejected',
  'application.updated',
]
