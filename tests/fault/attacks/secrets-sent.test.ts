import { readdirSync, readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test, vi } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import { runToEnd } from '../../support/built-process.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { type Arrived, smtpServer } from '../../support/mail/smtp-server.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { canary, filesIn, hits, type PlaceToLook } from '../support/canaries.ts'
import { figures } from '../support/rounds.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'

const adminPassword = canary('admin-password')
const clientPassword = canary('client-password')
const smtpPassword = canary('smtp-password')
const email = 'office@example.com'

test('what leaves the app has no secret in it but each link in its one email: mails, documents, backups, other processes', {
  timeout: 120_000,
}, async () => {
  const mails = await smtpServer()
  const server = await serverProcess({
    env: { ADMIN_USERNAME: 'warden', ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'debug' },
  })
  const app = appOfProcess(server)
  const [admin, applicant] = [app.browser(), app.browser()]
  await admin.post('/api/admin/login', { username: 'warden', password: adminPassword })
  await admin.post('/api/email-settings', smtpSettings(mails.port, { smtpPassword }))
  const test = await admin.post('/api/email-settings/test', { testEmail: 'to@example.com' })
  expect(test.status).toBe(200)

  const id = await submit(applicant, { mainEmail: email })
  const first = await linkIn(mails.arrived, 1)
  await applicant.post('/api/client/set-password', { token: first, password: clientPassword })
  await applicant.post('/api/client/forgot-password', { email })
  const second = await linkIn(mails.arrived, 2)
  await applicant.post('/api/client/login', { email, password: clientPassword })
  await applicant.put('/api/client/application/buyer', { buyerName: 'Changed Sample' })
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'SAMPLE-1' })
  // test, receipt, new application, password changed, link, approval; the edit waits for further ones
  await vi.waitFor(() => expect(mails.arrived).toHaveLength(6), 20_000)
  const documents = await Promise.all(
    [admin, applicant].map(async (browser) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      // a busy machine may refuse it with 503 at first
      const answer = await vi.waitFor(async () => {
        const made = await app.request(`/api/applications/${id}/pdf`, { headers: { cookie } })
        expect(made.status).toBe(200)
        return made
      }, 60_000)
      return new Uint8Array(await answer.arrayBuffer())
    }),
  )
  const backup = await runToEnd(['dist/cli.js', 'backup'], {
    DATA_DIR: server.dataDir,
    APP_KEY: server.appKey,
  })
  expect(backup.code).toBe(0)

  const emails = mails.arrived.map(({ raw, mail }): PlaceToLook => {
    return [`the email "${mail.subject}"`, Buffer.from(`${raw}\n${mail.text}\n${mail.html}`)]
  })
  const files = filesIn(server.dataDir)
  const processes = childrenOf(server)
  const places: PlaceToLook[] = [
    ...emails,
    ...(await Promise.all(documents.map(wordsOf))),
    ...files,
    ...processes,
    ['the log', Buffer.from(server.output())],
    ['the words of the backup', Buffer.from(backup.words)],
  ]
  const secrets = [
    ...[adminPassword, clientPassword, smtpPassword, server.appKey, first, second],
    ...[...admin.cookies.values(), ...applicant.cookies.values()],
  ]
  const found = hits(secrets, places)
  figures('secrets that leave', {
    canaries: secrets.length,
    emails: emails.length,
    documents: documents.length,
    files: files.length,
    backups: files.filter(([path]) => /backups\/.*\.db$/.test(path)).length,
    'other processes': processes.length,
    'hits beside the two links': found.length - 2,
  })
  expect(found).toEqual([
    expect.stringMatching(new RegExp(`^${first} in the email`)),
    expect.stringMatching(new RegExp(`^${second} in the email`)),
  ])
  // nor does the log know anybody: no address, no name, nothing that was typed
  for (const word of [email, 'Sample Calibration', 'Changed Sample', 'to@example.com', 'SAMPLE-1'])
    expect(server.output()).not.toContain(word)
  expect(files.filter(([path]) => /backups\/.*\.db$/.test(path))).toHaveLength(1)
  expect(processes.length).toBeGreaterThan(0)
})

/** The token of the link that the emails have carried as the `count`-th. */
async function linkIn(arrived: Arrived[], count: number): Promise<string> {
  const tokens = () =>
    arrived.flatMap(({ mail }) => mail.text?.match(/set-password\?token=([\w-]{43})/)?.[1] ?? [])
  await vi.waitFor(() => expect(tokens()).toHaveLength(count), 20_000)
  return tokens()[count - 1] ?? ''
}

/** A document as it is, and what a reader sees in it: its bytes are compressed. */
async function wordsOf(bytes: Uint8Array, at: number): Promise<PlaceToLook> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })
  expect(text).toContain('Sample Calibration Works Ltd')
  return [`document ${at}`, Buffer.concat([bytes, Buffer.from(text)])]
}

/** What the processes that the server has started got from it: their environment and their command line. */
const childrenOf = (server: ServerProcess): PlaceToLook[] =>
  readdirSync(`/proc/${server.pid()}/task`)
    .flatMap((task) =>
      readFileSync(`/proc/${server.pid()}/task/${task}/children`, 'utf8').trim().split(/\s+/),
    )
    .filter(Boolean)
    .map((pid) => [
      `process ${pid}`,
      Buffer.concat(['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`))),
    ])
