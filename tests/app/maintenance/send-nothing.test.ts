import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { transact } from '#db/transaction.ts'
import { sendTestEvent } from '#src/domain/integrations/webhook-delivery.ts'
import { tellEndpoints } from '#src/domain/jobs/webhook-jobs.ts'
import { openRuntime } from '#src/runtime.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'
import { policies } from '../../support/browser/policies.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'
import { eventsOf, listEndpoint } from '../../support/integrations.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'
import {
  emails,
  putEmails,
  saveMailSettings,
  smtpSettings,
} from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const words = 'This copy is for viewing only: it sends no emails, webhooks or backups.'
const nothing = { env: { SEND_NOTHING: 'true' } }

test('keeps waiting emails untried with SEND_NOTHING, and sends them once the setting is gone', async () => {
  const mailbox = await smtpServer()
  const erp = await jsonPeer(() => ({ status: 200 }))
  const folder = newFolder()
  const start = (SEND_NOTHING: string) => {
    const env = envOf({ DATA_DIR: folder, SEND_NOTHING, SMTP_LOCAL_HOSTS: '127.0.0.1' })
    const paths = { migrations: 'db/migrations', pdfChild: 'none', cli: 'none' }
    const runtime = openRuntime(env, pino({ level: 'silent' }), paths)
    return { ...testApp(), ...runtime }
  }

  const copy = start('true')
  saveMailSettings(copy, smtpSettings(mailbox.port))
  putEmails(copy, 2)
  await listEndpoint(copy, erp.url)
  const told = {
    id: 'AAAA-AAAA-AAAA',
    status: 'submitted',
    customerCode: null,
    version: 1,
  } as const
  transact(copy.deps, (deps) => tellEndpoints(deps, 'application.submitted', told))
  copy.startJobs()
  // the loop is woken in the next turn of the event loop, and the end waits for what it has begun
  await new Promise(setImmediate)
  await copy.close()
  expect([mailbox.connections(), erp.asked]).toEqual([0, []])

  const real = start('false')
  const untried = { attempts: 0, state: 'waiting' }
  expect([...emails(real), ...eventsOf(real)]).toMatchObject(Array(3).fill(untried))
  real.startJobs()
  await vi.waitFor(() => expect([mailbox.arrived.length, erp.asked.length]).toEqual([2, 1]), 10_000)
  await real.close()
})

test('refuses a test email, a test event and Microsoft with SEND_NOTHING, and says why', async () => {
  const mailbox = await smtpServer()
  const erp = await jsonPeer(() => ({ status: 200 }))
  const app = testApp({ env: { ...nothing.env, SMTP_LOCAL_HOSTS: '127.0.0.1' } })
  saveMailSettings(app, smtpSettings(mailbox.port))
  const admin = await adminBrowser(app)
  const refused = {
    status: 409,
    json: { message: 'Nothing is sent while SEND_NOTHING is set' },
  }
  const test = { testEmail: 'jo@example.com' }
  expect(await admin.post('/api/email-settings/test', test)).toMatchObject(refused)
  const connecting = await admin.postForm('/admin/email-settings', { action: 'connect' })
  expect([connecting.status, connecting.text.includes(refused.json.message)]).toEqual([409, true])
  const { id, admin: officer } = await listEndpoint(app, erp.url)
  await expect(sendTestEvent(app.deps, officer, id)).rejects.toThrow(refused.json.message)
  expect([mailbox.connections(), erp.asked]).toEqual([0, []])
})

test('says on every page that nothing is sent, also without scripts and from memory', async () => {
  const app = testApp(nothing)
  const { browser: customer, id } = await signedIn(app)
  const admin = await adminBrowser(app)
  const open = Object.keys(policies)
    .filter((call) => /^GET \/(?!api\/|.*:)/.test(call))
    .map((call) => call.slice('GET '.length))
  expect((await admin.get('/admin/backups')).text).not.toContain('kept on this server only')
  const pages = [...open, ...open, '/nothing', `/admin/applications/${id}`]
  const silent: string[] = []
  let said = 0
  for (const path of pages)
    for (const browser of [app.browser(), customer, admin]) {
      const { status, headers, text } = await browser.get(path)
      if (status >= 300 && status !== 404) continue
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      if (text.includes(words)) said += 1
      else silent.push(path)
    }
  expect(silent).toEqual([])
  expect(said).toBeGreaterThan(40)
})
