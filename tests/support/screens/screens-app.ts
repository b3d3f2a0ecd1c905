import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { sampleAnswers } from '#src/demo/seed.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { answers } from '../app/application-answers.ts'
import { admin } from '../browser/e2e-admin.ts'
import type { BuiltServer } from '../built-server.ts'
import { call, passwordLink } from '../calls.ts'
import { plantEndpoints } from './planted-endpoints.ts'
import { askTwice } from './screens-requests.ts'

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
  return { submitted, approved, rejected, asked, draft, invite, inviteColleague, connectErp }
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
  const { typedName: _, ...site } = sections[5]
  const { authSignature } = answers[5]
  const final = {
    3: sections[3],
    4: sections[4],
    5: { ...site, authSignature, agreementDate: new Date().toISOString().slice(0, 10) },
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

/** The secret of the link that makes the first administrator, in an app without one. */
export const firstLink = 'link-of-the-first-start'

export function plantFirstLink({ dataDir }: BuiltServer) {
  const db = new Database(`${dataDir}/countersign.db`)
  db.prepare("INSERT OR REPLACE INTO installation VALUES ('first-administrator', ?)").run(
    hashToken(firstLink),
  )
  db.close()
}

/** Ten thousand bare applications of a year, and sixty changes of the first, written past the verbs. */
export function crowd({ dataDir }: BuiltServer) {
  const db = new Database(`${dataDir}/countersign.db`)
  db.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
     INSERT INTO applications (id, status, completion_percentage, created_at, updated_at, submitted_at,
       business_name, business_types, buyer_name, main_email)
     SELECT printf('%04d-%04d-%04d', i, i, i), 'submitted', 100, at, at, at, 'Sample Company ' || i || ' Ltd',
       '["PLC"]', 'Ann Example', 'office-' || i || '@sample.example.com'
     FROM (SELECT i, ? - i * 3000000 AS at FROM n)`,
  ).run(Date.now())
  const event = db.prepare(
    `INSERT INTO events (at, actor_kind, actor, action, application, changes_hash, previous_hash, hash)
     VALUES (?, 'admin', ?, 'application amended', '0001-0001-0001', '', '', '')`,
  )
  const changes = db.prepare("INSERT INTO event_changes (event, changes, salt) VALUES (?, ?, '')")
  for (let at = 1; at <= 60; at += 1) {
    const { lastInsertRowid } = event.run(Date.now(), admin.username)
    const after = `Buyer No ${at}`
    changes.run(lastInsertRowid, JSON.stringify([{ field: 'buyerName', before: null, after }]))
  }
  db.close()
}

/** A last backup that is four days old. */
export function neglect({ dataDir }: BuiltServer) {
  const folder = `${dataDir}/backups`
  const then = Date.now() - 4 * 86_400_000
  const copy = `${folder}/countersign-${new Date(then).toISOString().replace(/[:.]/g, '-')}.db`
  mkdirSync(folder, { recursive: true })
  writeFileSync(copy, '')
  utimesSync(copy, then / 1000, then / 1000)
}
