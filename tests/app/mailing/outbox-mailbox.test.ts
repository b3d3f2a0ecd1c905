import { expect, onTestFinished, test, vi } from 'vitest'
import { mailboxOf } from '#src/dev-mailbox.tsx'
import { documentQueue } from '#src/domain/documents/document-queue.ts'
import { emailQueue } from '#src/domain/mailing/delivery.ts'
import { startCatcher } from '#src/mail/smtp-catcher.ts'
import { submit } from '../../support/app/applicants.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { testApp } from '../../support/app/test-app.ts'
import { aMessage, mailerTo } from '../../support/mail/emails.ts'
import { saveMailSettings, smtpSettings } from '../../support/mail/mail-settings.ts'

async function catching() {
  const catcher = await startCatcher(() => 0)
  onTestFinished(() => catcher.close())
  return catcher
}

test('sends the receipt with a set-password link after a submit, and tells the accounts team', async () => {
  const served = testApp()
  const catcher = await catching()
  saveMailSettings(served, smtpSettings(catcher.port))
  const worker = startQueues(served.deps, emailQueue)
  const documents = startQueues(served.deps, documentQueue)
  onTestFinished(async () => {
    await Promise.all([worker.stop(), documents.stop()])
  })
  const id = await submit(served.browser(), { mainEmail: 'office@example.com' })
  await vi.waitFor(() => expect(catcher.emails()).toHaveLength(2), 10_000)
  const [announced, receipt] = catcher.emails()
  expect(receipt).toMatchObject({ to: ['office@example.com'], from: 'accounts@example.com' })
  expect(receipt?.text).toContain(id)
  const token = receipt?.text.match(/\/client\/set-password\?token=([\w-]{43})/)?.[1] ?? ''
  expect(announced?.to).toEqual(['team@example.com'])
  expect(announced?.text).toContain(`/admin/applications/${id}`)
  const body = { token, password: 'brass kettle on 4 hobs' }
  expect((await served.browser().post('/api/client/set-password', body)).status).toBe(200)
  expect(JSON.stringify(served.dump())).not.toContain(token)
})

test('lists emails in the mailbox and shows them where their scripts cannot run', async () => {
  const catcher = await catching()
  const app = testApp({ mountMore: mailboxOf(catcher) })
  const read = async (path = '') => (await app.request(`/dev/mailbox${path}`)).text()
  expect(await read()).toContain('No emails yet')
  const html =
    '<head></head><p>Hello</p><img src="cid:logo"><a href="/x">Go</a><script>alert(1)</script>'
  const text = 'Go to https://accounts.example.com/x'
  const logo = { name: 'logo.png', mimeType: 'image/png', bytes: Buffer.from('P'), cid: 'logo' }
  const email = aMessage({ subject: '<b>Hi', html, text, attachments: [logo] })
  expect((await mailerTo(catcher.port).send(email)).ok).toBe(true)
  const list = await read()
  expect(list).toContain('&lt;b&gt;Hi')
  expect(list).toContain('1 January 1970 at 01:00')
  const opened = await read('/1')
  expect(opened).toContain(text)
  expect(opened).not.toContain('<script>')
  expect(opened).not.toContain('logo.png')
  const framed = await app.request('/dev/mailbox/1/html')
  expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*;/)
  expect(framed.headers.get('content-security-policy')).not.toContain('allow-scripts')
  expect(await framed.text()).toMatch(/<base target="_top">.*src="data:image\/png;base64,UA=="/)
  expect((await app.request('/dev/mailbox/2')).status).toBe(404)
})
