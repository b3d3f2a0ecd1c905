import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sectionSave } from '../../support/app/application-answers.ts'
import { codeOf, keyIn } from '../../support/app/second-factor.ts'
import { runToEnd } from '../../support/built-process.ts'
import { type BuiltServer, startServer } from '../../support/built-server.ts'
import { applyByCalls, call } from '../../support/calls.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const admin = { username: 'warden', password: 'brass kettle on 4 hobs' }
const newKey = () => randomBytes(32).toString('base64')
const common = {
  ...{ ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password },
  SMTP_LOCAL_HOSTS: '127.0.0.1',
}

test('links, invitations, second factors, API keys and webhook secrets work after "keys rotate" as before', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'countersign-rotation-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const [old, next] = [newKey(), newKey()]
  const mail = await smtpServer()
  const hooks = await endpoint()

  const before = await startServer({ dataDir: DATA_DIR, env: { APP_KEY: old, ...common } })
  onTestFinished(() => before.stop())
  const { cookie } = await call(before.url, 'POST', '/api/admin/login', { body: admin })
  const page = (path: string, form: Record<string, string>) => post(before, path, form, cookie)
  await call(before.url, 'POST', '/api/email-settings', { cookie, body: smtpSettings(mail.port) })

  const draft = await call(before.url, 'POST', '/api/applications', { body: sectionSave(1) })
  const draftId = JSON.parse(draft.text).id
  await call(before.url, 'POST', `/api/applications/${draftId}/email-link`, {
    cookie: draft.cookie,
  })
  const invitation = { username: 'colleague', email: 'colleague@example.com', role: 'reviewer' }
  expect((await page('/admin/team', { action: 'invite', ...invitation })).status).toBe(303)
  const made = await page('/admin/integrations', { action: 'create-key', name: 'ERP' })
  const key = /cs_[\w-]{20,}/.exec(made.text)?.[0] ?? ''
  const events = 'application.approved'
  const added = await page('/admin/integrations', { action: 'add', address: hooks.url, events })
  const secret = /whsec_[\w+/=]+/.exec(added.text)?.[0] ?? ''
  expect([key.length > 20, secret.length > 20]).toEqual([true, true])
  const begun = await page('/admin/account', { action: 'begin' })
  const totp = keyIn(begun.text) ?? ''
  // of the step before: each code counts once, and the present one signs in below
  const first = await codeOf(totp, Date.now() - 30_000)
  const confirmed = await page('/admin/account', { action: 'confirm', code: first })
  expect(confirmed.status).toBe(200)
  const { id } = await applyByCalls(before.url, { mainEmail: 'other@example.com' })
  const linkOf = (to: string, pattern: RegExp) =>
    vi.waitFor(() => {
      const found = mail.arrived.find((email) => email.to.includes(to))?.mail.text ?? ''
      expect(found).toMatch(pattern)
      return new URL(pattern.exec(found)?.[0] ?? '')
    }, 30_000)
  const resume = await linkOf('office@sample-calibration.example.com', /http\S+resume=[\w-]+/)
  const invited = await linkOf('colleague@example.com', /http\S+invitation\?token=[\w-]+/)
  const receipt = await linkOf('other@example.com', /http\S+set-password\?token=[\w-]+/)

  await before.end('SIGTERM')
  const ring = { DATA_DIR, APP_KEYS: `${next},${old}` }
  const rotated = await runToEnd(['dist/cli.js', 'keys', 'rotate'], ring)
  expect(rotated.words).toContain('0 are left under another key')

  const after = await startServer({ dataDir: DATA_DIR, env: { APP_KEY: next, ...common } })
  onTestFinished(() => after.stop())
  const opened = async ({ pathname, search }: URL) =>
    (await fetch(after.url + pathname + search)).text()
  expect(await opened(resume)).toContain('Continue')
  expect(await opened(invited)).toContain('colleague')
  const token = receipt.searchParams.get('token')
  await call(after.url, 'POST', '/api/client/set-password', {
    body: { token, password: 'four quiet copper lamps' },
  })
  const list = await fetch(`${after.url}/api/applications`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(list.status).toBe(200)
  const sent = { cookie: draft.cookie, body: sectionSave(2) }
  await call(after.url, 'PUT', `/api/applications/${draftId}`, sent)
  const signedIn = await call(after.url, 'POST', '/api/admin/login', { body: admin })
  const code = await codeOf(totp, Date.now())
  const challenged = { cookie: signedIn.cookie, body: { code } }
  const full = await call(after.url, 'POST', '/api/admin/challenge', challenged)
  const approval = { cookie: full.cookie, body: { customerCode: 'EX-1' } }
  await call(after.url, 'PATCH', `/api/applications/${id}/approve`, approval)
  await vi.waitFor(() => expect(hooks.arrived).toHaveLength(1), 10_000)
  const { headers, body } = hooks.arrived[0] as Arrived
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: events })
})

type Arrived = { headers: Record<string, string>; body: string }

async function endpoint() {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      arrived.push({ headers: request.headers as Record<string, string>, body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { arrived, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function post(
  { url }: BuiltServer,
  path: string,
  form: Record<string, string>,
  cookie: string,
) {
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, text: await answer.text() }
}
