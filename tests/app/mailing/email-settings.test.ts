import { describe, expect, test } from 'vitest'
import { emailSettings } from '#db/schema/mail.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { officer } from '../../support/mail/mail-settings.ts'
import {
  savedSettings as saved,
  mailSecrets as secrets,
} from '../../support/mail/saved-settings.ts'
import { rawPeer, smtpServer } from '../../support/mail/smtp-server.ts'

const path = '/api/email-settings'
describe('the settings', () => {
  test('begin with the defaults', async () => {
    const browser = await adminBrowser(testApp({ env: { COMPANY_NAME: 'Example Supplies' } }))
    expect((await browser.get(path)).json).toMatchObject({
      emailProvider: 'smtp',
      smtpPort: 587,
      smtpSecure: false,
      smtpRequireTls: false,
      fromName: 'Example Supplies',
      fromEmail: '',
      configured: { smtpPassword: false, sendgridApiKey: false },
      saved: false,
    })
  })

  test('are stored and come back without any secret', async () => {
    const { browser, answer } = await saved(secrets)
    expect(answer.status).toBe(200)
    const { json, text } = await browser.get(path)
    expect(json).toMatchObject({
      smtpHost: '127.0.0.1',
      smtpPort: 2525,
      smtpUser: 'mailer',
      fromEmail: 'accounts@example.com',
      accountsNotificationEmail: 'team@example.com',
      configured: Object.fromEntries(Object.keys(secrets).map((name) => [name, true])),
      ...Object.fromEntries(Object.keys(secrets).map((name) => [name, ''])),
    })
    expect(text).not.toContain('canary')
  })

  test.each([
    ['smtpPort', '465', 465],
    ['smtpPort', 'abc', 587],
    ['smtpPort', '', 587],
    ['smtpSecure', 'yes', true],
    ['smtpRequireTls', 'on', true],
    ['fromName', '  Accounts  ', 'Accounts'],
  ])('%s given as %j is taken as %j', async (name, given, kept) => {
    const { answer } = await saved({ [name]: given })
    expect(answer.json).toMatchObject({ [name]: kept })
  })

  test.each([
    [{ emailProvider: 'pigeon' }, 'emailProvider', /Choose/],
    [{ smtpPort: 0 }, 'smtpPort', /1 to 65535/],
    [{ smtpHost: 'a\r\nb' }, 'smtpHost', /host name/],
    [{ fromEmail: 'nobody' }, 'fromEmail', /^Invalid email address$/],
    [
      { accountsNotificationEmail: 'a@b, c@d.example' },
      'accountsNotificationEmail',
      /^Invalid email address$/,
    ],
    [{ fromName: '  ' }, 'fromName', /^From name is required$/],
    [{ smtpPassword: { a: 1 } }, 'smtpPassword', /text/],
    [{ oauth365TenantId: '../evil' }, 'oauth365TenantId', /tenant/i],
  ])('%j is refused at %s', async (changes, field, message) => {
    const { answer, app } = await saved(changes)
    expect(answer.status).toBe(400)
    expect(answer.json?.errors).toMatchObject({ [field]: expect.stringMatching(message) })
    expect(answer.json?.message).toMatch(message)
    expect(app.deps.db.orm.select().from(emailSettings).all()).toEqual([])
  })

  test.each([
    [{ emailProvider: 'smtp', smtpHost: '' }, ['smtpHost']],
    [{ emailProvider: 'smtp', smtpUser: '', smtpPassword: '' }, ['smtpUser', 'smtpPassword']],
    [{ emailProvider: 'sendgrid' }, ['sendgridApiKey']],
    [
      { emailProvider: 'oauth365', oauth365ClientId: 'x' },
      ['oauth365ClientSecret', 'oauth365TenantId'],
    ],
  ])('%j lacks something for its provider', async (changes, fields) => {
    const { answer } = await saved(changes)
    expect(answer.status).toBe(400)
    expect(answer.json?.message).toBe('Required fields missing for selected email provider')
    expect(Object.keys(answer.json?.errors as object)).toEqual(fields)
  })
})

describe('the test send', () => {
  test('arrives, and tells how it went', async () => {
    const server = await smtpServer()
    const { browser } = await saved({ smtpPort: server.port })
    const answer = await browser.post(`${path}/test`, { testEmail: ' jo@example.com ' })
    expect(answer.status).toBe(200)
    expect(answer.json?.message).toBe('Test email sent successfully to jo@example.com')
    expect(answer.json?.logs).toContain('Authenticated')
    expect(server.arrived[0]).toMatchObject({ to: ['jo@example.com'] })
  })

  test.each([[{}], [{ testEmail: '  ' }], [{ testEmail: null }]])(
    'of %j asks for an address',
    async (body) => {
      const { browser } = await saved()
      const answer = await browser.post(`${path}/test`, body)
      expect(answer.status).toBe(400)
      expect(answer.json?.message).toBe('Please enter a test email address')
    },
  )

  test('of an address that is none, or before anything is saved, is refused', async () => {
    const { browser } = await saved()
    const bad = await browser.post(`${path}/test`, { testEmail: 'jo@' })
    expect([bad.status, bad.json?.message]).toEqual([400, 'Invalid email address'])
    const early = await adminBrowser(testApp())
    const answer = await early.post(`${path}/test`, { testEmail: 'jo@example.com' })
    expect([answer.status, answer.json?.message]).toEqual([400, 'Save the email settings first'])
  })

  test('to a port of something else says so, with logs, and repeats none of its words', async () => {
    const peer = await rawPeer((socket) => socket.write('SSH-2.0-canary-banner\r\n'))
    const { browser } = await saved({ smtpPort: peer.port })
    const answer = await browser.post(`${path}/test`, { testEmail: 'jo@example.com' })
    expect(answer.status).toBe(502)
    expect(answer.json?.logs).toContainEqual(expect.stringMatching(/^NOT_SMTP/))
    expect(answer.text).not.toContain('canary')
  })

  test('is limited to twenty a minute', async () => {
    const app = testApp({ limitFactor: 1 })
    const browser = await adminBrowser(app)
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await browser.post(`${path}/test`, {})).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(statuses[20]).toBe(429)
  })
})

test('the event names the administrator who saved', async () => {
  const { app } = await saved()
  expect(app.dump().events?.at(-1)).toMatchObject({
    actor_kind: 'admin',
    actor: officer.username,
    action: 'email settings changed',
  })
})
