import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { emailSettings } from '#db/schema/mail.ts'
import { minutes } from '#src/domain/calendar.ts'
import { sendTestEmail } from '#src/domain/mailing/mailers.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import {
  savedSettings as saved,
  mailSecrets as secrets,
} from '../../support/mail/saved-settings.ts'
import { rawPeer, smtpServer, speaks } from '../../support/mail/smtp-server.ts'

const path = '/api/email-settings'
const page = '/admin/email-settings'
const currentPassword = reviewer.password

/** Settings are saved, and the password was given more than ten minutes ago. */
async function stale() {
  const { browser, app } = await saved()
  app.clock.now += minutes(10)
  const stored = async () => (await browser.get(path)).json
  const save = (changes: Record<string, unknown>) => browser.post(path, smtpSettings(2525, changes))
  const texts = Object.entries(smtpSettings(2525)).map(([name, value]) => [name, String(value)])
  const post = (changes: Record<string, string | string[]>) =>
    browser.postForm(page, { ...Object.fromEntries(texts), action: 'save', ...changes })
  return { app, browser, stored, save, post }
}

describe('the settings', () => {
  test('starts the email settings with the defaults', async () => {
    const browser = await adminBrowser(testApp({ env: { COMPANY_NAME: 'Example Supplies' } }))
    expect((await browser.get(path)).json).toMatchObject({
      emailProvider: 'smtp',
      smtpPort: 587,
      smtpSecure: false,
      fromName: 'Example Supplies',
      fromEmail: '',
      configured: { smtpPassword: false },
      saved: false,
    })
  })

  test('stores the email settings, returns them without secrets, and says who saved them', async () => {
    const { app, browser } = await saved(secrets)
    const { json, text } = await browser.get(path)
    expect(json).toMatchObject({
      smtpHost: '127.0.0.1',
      smtpPort: 2525,
      accountsNotificationEmail: 'team@example.com',
      configured: Object.fromEntries(Object.keys(secrets).map((name) => [name, true])),
      ...Object.fromEntries(Object.keys(secrets).map((name) => [name, ''])),
    })
    expect(text).not.toContain('canary')
    expect(app.dump().events?.at(-1)).toMatchObject({
      actor: reviewer.username,
      action: 'email settings changed',
    })
  })

  test.each([
    ['smtpPort', '465', 465],
    ['smtpPort', 'abc', 587],
    ['smtpSecure', 'yes', true],
    ['fromName', '  Accounts  ', 'Accounts'],
  ])('stores the %s %j as %j', async (name, sent, taken) => {
    expect((await saved({ [name]: sent })).answer.json).toMatchObject({ [name]: taken })
  })

  test.each([
    [{ emailProvider: 'pigeon' }, 'emailProvider', /Choose/],
    [{ smtpPort: 0 }, 'smtpPort', /1 to 65535/],
    [{ smtpHost: 'a\r\nb' }, 'smtpHost', /host name/],
    [{ smtpHost: '1.2.3' }, 'smtpHost', /host name/],
    [{ smtpHost: 'a..example.com' }, 'smtpHost', /host name/],
    [{ fromEmail: 'nobody' }, 'fromEmail', /^Invalid email address$/],
    [{ fromName: '  ' }, 'fromName', /^From name is required$/],
    [{ smtpPassword: { a: 1 } }, 'smtpPassword', /text/],
    [{ oauth365TenantId: '../evil' }, 'oauth365TenantId', /tenant/i],
  ])('refuses %j at %s', async (changes, field, message) => {
    const { answer, app } = await saved(changes)
    expect(answer.status).toBe(400)
    expect(answer.json?.errors).toMatchObject({ [field]: expect.stringMatching(message) })
    expect(app.deps.db.orm.select().from(emailSettings).all()).toEqual([])
  })

  test.each([
    'smtp.example.com:587',
    'smtp://smtp.example.com',
    'https://smtp.example.com/',
    'smtp.example.com/mail',
    'mailer@smtp.example.com',
    '192.0.2.1:25',
    '[2001:db8::1]:25',
    'localhost:smtp',
  ])('refuses the host %s and says what to enter instead', async (host) => {
    const { answer } = await saved({ smtpHost: host })
    expect(answer.status).toBe(400)
    expect(answer.json?.errors).toEqual({
      smtpHost:
        'Enter the host name alone, such as smtp.example.com: no port, which has a field of its own, no smtp:// and no path',
    })
  })

  test.each(['mail_1.example.com', 'smtp.example.com.', '192.0.2.1', '2001:db8::1', '[::1]'])(
    'accepts the host %s',
    async (host) => {
      expect((await saved({ smtpHost: host })).answer.json).toMatchObject({ smtpHost: host })
    },
  )

  test('stores a host in other letters as the network knows it', async () => {
    const { answer } = await saved({ smtpHost: 'smtp.bücher.example' })
    expect(answer.json).toMatchObject({ smtpHost: 'smtp.xn--bcher-kva.example' })
  })

  test.each([
    [{ emailProvider: 'smtp', smtpHost: '', smtpPassword: '' }, ['smtpHost', 'smtpPassword']],
    [{ emailProvider: 'sendgrid' }, ['sendgridApiKey']],
    [
      { emailProvider: 'oauth365', oauth365ClientId: 'x' },
      ['oauth365ClientSecret', 'oauth365TenantId'],
    ],
  ])('says what %j lacks for its provider', async (changes, fields) => {
    const { answer } = await saved(changes)
    expect(answer.status).toBe(400)
    expect(answer.json?.message).toBe('Required fields missing for selected email provider')
    expect(Object.keys(answer.json?.errors as object)).toEqual(fields)
  })
})

describe('a save over what another administrator has saved', () => {
  test('refuses email settings over another administrator’s save, and shows the saved value at each field', async () => {
    const { browser, stored, save, post } = await stale()
    const version = (await stored())?.version
    const other = { fromName: 'Other Desk', accountsNotificationEmail: 'other@example.com' }
    expect((await save({ ...other, currentPassword })).status).toBe(200)
    const late = await save({ attachDocuments: false, version })
    expect([late.status, late.json?.errors]).toEqual([
      412,
      {
        fromName: 'Now saved: Other Desk',
        accountsNotificationEmail: 'Now saved: other@example.com',
        attachDocuments: 'Now saved: on',
      },
    ])
    const elsewhere = { emailProvider: 'sendgrid', sendgridApiKey: 'SG.sample', version }
    const moved = await save({ ...other, attachDocuments: true, ...elsewhere })
    expect(moved.json?.errors).toMatchObject({ emailProvider: 'Now saved: SMTP Server' })
    const onPage = await post({ fromName: 'Late Desk', version: String(version) })
    expect(onPage.status).toBe(412)
    expect(onPage.text).toContain('value="Late Desk"')
    expect(onPage.text).toContain('Now saved: Other Desk')
    expect(await stored()).toMatchObject(other)
    const again = { fromName: 'Late Desk', version: (await stored())?.version, currentPassword }
    expect((await browser.post(path, smtpSettings(2525, again))).status).toBe(200)
  })
})

describe('a save that changes where mail goes', () => {
  test.each([
    { smtpHost: 'mail.example.com' },
    { accountsNotificationEmail: 'other@example.com' },
    { emailProvider: 'sendgrid', sendgridApiKey: 'SG.other' },
  ])('asks for the password after ten minutes before mail is redirected: %j', async (changes) => {
    const { stored, save } = await stale()
    const before = await stored()
    const refused = await save(changes)
    expect([refused.status, refused.json?.message]).toEqual([
      403,
      'Please confirm your password first',
    ])
    expect((await save({ ...changes, currentPassword: 'wrong' })).status).toBe(400)
    expect(await stored()).toEqual(before)
    expect((await save({ ...changes, currentPassword })).status).toBe(200)
  })

  test('asks for the password without scripts, too, and before Microsoft is connected', async () => {
    const { app, save, post } = await stale()
    const refused = await post({ fromEmail: 'other@example.com' })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('id="settings-currentPassword-error"')
    expect((await post({ fromEmail: 'other@example.com', currentPassword })).status).toBe(303)
    await save({
      emailProvider: 'oauth365',
      oauth365ClientId: 'client',
      oauth365ClientSecret: 'secret',
      oauth365TenantId: 'tenant',
    })
    app.clock.now += minutes(10)
    const connect = await post({ action: 'connect' })
    expect(connect.status).toBe(403)
    expect(connect.text).not.toContain('Continue to Microsoft')
    const connected = await post({ action: 'connect', currentPassword })
    expect(connected.text).toContain('Continue to Microsoft')
  })
})

test('asks for no password for the sender’s name and the switch for documents, and reads an unticked box as off', async () => {
  const { app, stored, save, post } = await stale()
  const isOn = async () => (await stored())?.attachDocuments
  expect((await save({ smtpPassword: '', fromName: 'Another name' })).status).toBe(200)
  expect(await isOn()).toBe(true)
  expect((await post({ attachDocuments: 'false', smtpPassword: '' })).status).toBe(303)
  expect(await isOn()).toBe(false)
  expect(JSON.stringify(app.dump().event_changes?.at(-1))).toContain('attachDocuments')
  expect((await save({ smtpPassword: '' })).status).toBe(200)
  expect(await isOn()).toBe(false)
  expect((await post({ attachDocuments: ['false', 'true'], smtpPassword: '' })).status).toBe(303)
  expect(await isOn()).toBe(true)
})

describe('a stored secret', () => {
  test('keeps a secret that is left blank, replaces it when sent, and clears it by null', async () => {
    const { browser, app } = await saved()
    const sealed = () => app.deps.db.orm.select().from(emailSettings).get()?.smtpPasswordSealed
    const save = (changes: object) => browser.post(path, smtpSettings(2525, { ...changes }))
    const first = sealed()
    for (const smtpPassword of ['', undefined]) {
      expect((await save({ smtpPassword, fromName: 'Other' })).status).toBe(200)
      expect(sealed()).toBe(first)
    }
    await save({ smtpPassword: 'another' })
    expect(sealed()).not.toBe(first)
    expect((await save({ smtpPassword: null })).status).toBe(400)
    const sendgrid = { emailProvider: 'sendgrid', sendgridApiKey: 'SG.x', smtpPassword: null }
    expect((await save(sendgrid)).status).toBe(200)
    expect(sealed()).toBeNull()
  })

  test.each([
    { smtpHost: 'evil.example.com' },
    { smtpPort: 2526 },
    { smtpUser: 'somebody' },
    { smtpSecure: true },
    { smtpRequireTls: true },
  ])('asks for the secret again before it is sent to %j', async (changes) => {
    const { browser } = await saved()
    const moved = await browser.post(path, smtpSettings(2525, { ...changes, smtpPassword: '' }))
    expect(moved.status).toBe(400)
    expect(Object.keys(moved.json?.errors as object)).toEqual(['smtpPassword'])
    expect((await browser.get(path)).json).toMatchObject({ smtpHost: '127.0.0.1' })
    expect((await browser.post(path, smtpSettings(2525, changes))).status).toBe(200)
  })

  test('asks for Microsoft’s secret again before another tenant or application gets it', async () => {
    const microsoft = {
      emailProvider: 'oauth365',
      oauth365ClientId: 'app',
      oauth365TenantId: 'one.example',
    }
    const { browser } = await saved({ ...microsoft, ...secrets })
    const moved = { ...microsoft, oauth365TenantId: 'two.example', smtpPassword: '' }
    const refused = await browser.post(path, smtpSettings(2525, moved))
    expect(Object.keys(refused.json?.errors as object)).toEqual(['oauth365ClientSecret'])
    const again = smtpSettings(2525, { ...moved, oauth365ClientSecret: 'new' })
    expect((await browser.post(path, again)).json).toMatchObject({
      configured: { oauth365ClientSecret: true, oauth365RefreshToken: false },
    })
  })

  test('shows a stored secret in no answer, log, event or page of the database', async () => {
    const app = testApp()
    const server = await smtpServer()
    server.answer.auth = false
    const { browser } = await saved({ smtpPort: server.port, ...secrets }, app)
    const failed = await browser.post(`${path}/test`, { testEmail: 'jo@example.com' })
    expect(failed.status).toBe(502)
    expect(server.signIns).toEqual(['mailer canary-smtp-password'])
    const read = await browser.get(path)
    app.deps.db.sqlite.pragma('wal_checkpoint(TRUNCATE)')
    const pages = readFileSync(app.deps.db.path).toString('latin1')
    const everything = [failed.text, read.text, app.logged().join(), JSON.stringify(app.dump())]
    for (const text of [...everything, pages]) expect(text).not.toContain('canary')
  })
})

describe('the test send', () => {
  const send = async (changes: Record<string, unknown>, testEmail: unknown) => {
    const { browser } = await saved(changes)
    return browser.post(`${path}/test`, { testEmail })
  }

  test('delivers the test email, and says how it went', async () => {
    const server = await smtpServer()
    const answer = await send({ smtpPort: server.port }, ' jo@example.com ')
    expect(answer.status).toBe(200)
    expect(answer.json?.message).toBe('Test email sent successfully to jo@example.com')
    expect(answer.json?.logs).toContain('Authenticated')
    expect(server.arrived[0]).toMatchObject({ to: ['jo@example.com'] })
  })

  test.each([
    ['mailer@other.example', 'SPF and DKIM of example.com must allow its server'],
    ['mailer@Example.com', 'Accepted'],
  ])(
    'ends the test send with the account %s with a remark on the sender: %s',
    async (smtpUser, words) => {
      const server = await smtpServer()
      const answer = await send({ smtpPort: server.port, smtpUser }, 'jo@example.com')
      expect([answer.json?.logs].flat().at(-1)).toContain(words)
    },
  )

  test('needs an address and saved settings for a test send', async () => {
    for (const none of [undefined, '  ', null]) {
      const answer = await send({}, none)
      expect([answer.status, answer.json?.message]).toEqual([
        400,
        'Please enter a test email address',
      ])
    }
    expect((await send({}, 'jo@')).json?.message).toBe('Invalid email address')
    const early = await adminBrowser(testApp())
    const answer = await early.post(`${path}/test`, { testEmail: 'jo@example.com' })
    expect([answer.status, answer.json?.message]).toEqual([400, 'Save the email settings first'])
  })

  test('says in the test send that the port is no mail server’s, and repeats none of its words', async () => {
    const peer = await rawPeer((socket) => socket.write('SSH-2.0-canary-banner\r\n'))
    const answer = await send({ smtpPort: peer.port }, 'jo@example.com')
    expect(answer.status).toBe(502)
    expect(answer.json?.logs).toContainEqual(expect.stringMatching(/^NOT_SMTP/))
    expect(answer.text).not.toContain('canary')
  })

  test('ends a test send to a slow server before the person gives up, with the log so far', async () => {
    const peer = await rawPeer(speaks({ message: null }))
    const { app } = await saved({ smtpPort: peer.port })
    const { ok, message, logs } = await sendTestEmail(app.deps, 'jo@example.com', 2_000)
    expect({ ok, message }).toEqual({
      ok: false,
      message:
        'Failed to send test email. The server has not answered yet; real emails wait up to 10 minutes (NO_ANSWER_YET).',
    })
    expect(logs).toContain('Message sent, waiting for the server to confirm it')
  })

  test('limits test sends to twenty a minute', async () => {
    const browser = await adminBrowser(testApp({ limitFactor: 1 }))
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await browser.post(`${path}/test`, {})).status)
    expect(statuses).toEqual([...Array(20).fill(400), 429])
  })
})
