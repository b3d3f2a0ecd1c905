import { describe, expect, test } from 'vitest'
import { minutes } from '#src/domain/durations.ts'
import { reviewer } from '../../support/app/admins.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { savedSettings } from '../../support/mail/saved-settings.ts'

const path = '/api/email-settings'
const currentPassword = reviewer.password
const asked = {
  message: 'Please confirm your password first',
  errors: { currentPassword: 'Please confirm your password first' },
}

/** Settings are saved, and the password was given more than ten minutes ago. */
async function stale() {
  const { browser, app } = await savedSettings()
  app.clock.now += minutes(10)
  const stored = async () => (await browser.get(path)).json
  return { browser, app, stored }
}

describe('a save over what another administrator has saved meanwhile', () => {
  test('is refused and says at each field what is saved now; the next save counts', async () => {
    const { browser, stored } = await stale()
    const version = (await stored())?.version
    const other = { accountsNotificationEmail: 'other@example.com', currentPassword }
    expect((await browser.post(path, smtpSettings(2525, other))).status).toBe(200)
    const late = smtpSettings(2525, { attachDocuments: false, version })
    const refused = await browser.post(path, late)
    expect([refused.status, refused.json?.errors]).toEqual([
      412,
      {
        accountsNotificationEmail: 'Now saved: other@example.com',
        attachDocuments: 'Now saved: on',
      },
    ])
    expect(await stored()).toMatchObject({ accountsNotificationEmail: 'other@example.com' })
    const again = smtpSettings(2525, { ...late, version: (await stored())?.version })
    expect((await browser.post(path, again)).status).toBe(200)
  })

  test('on the page without scripts keeps what was typed', async () => {
    const { browser, stored } = await stale()
    const shown = (await browser.get('/admin/email-settings')).text
    const version = /name="version" value="(\d+)"/.exec(shown)?.[1] ?? ''
    const other = { fromName: 'Other Desk', currentPassword }
    expect((await browser.post(path, smtpSettings(2525, other))).status).toBe(200)
    const form = { ...texts(smtpSettings(2525)), action: 'save', fromName: 'Late Desk', version }
    const late = await browser.postForm('/admin/email-settings', form)
    expect(late.status).toBe(412)
    expect(late.text).toContain('value="Late Desk"')
    expect(late.text).toContain('Now saved: Other Desk')
    expect(await stored()).toMatchObject({ fromName: 'Other Desk' })
  })
})

const texts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

describe('a save that changes where mail goes', () => {
  test.each([
    { smtpHost: 'mail.example.com' },
    { accountsNotificationEmail: 'other@example.com' },
    { emailProvider: 'sendgrid', sendgridApiKey: 'SG.other' },
  ])('asks for the password after ten minutes: %j', async (changes) => {
    const { browser, stored } = await stale()
    const before = await stored()
    const refused = await browser.post(path, smtpSettings(2525, changes))
    expect([refused.status, refused.json]).toEqual([403, asked])
    expect(await stored()).toEqual(before)
    const given = smtpSettings(2525, { ...changes, currentPassword })
    expect((await browser.post(path, given)).status).toBe(200)
  })

  test('says what is missing before it asks for the password', async () => {
    const { browser } = await stale()
    const refused = await browser.post(path, smtpSettings(2525, { smtpHost: '' }))
    expect([refused.status, refused.json?.message]).toEqual([
      400,
      'Required fields missing for selected email provider',
    ])
  })

  test('is refused with a wrong password, which counts like one of the sign-in', async () => {
    const { browser, stored } = await stale()
    const before = await stored()
    const changes = { fromEmail: 'other@example.com', currentPassword: 'wrong' }
    const refused = await browser.post(path, smtpSettings(2525, changes))
    expect([refused.status, refused.json?.errors]).toEqual([
      400,
      { currentPassword: 'That is not your password' },
    ])
    expect(await stored()).toEqual(before)
  })

  test('asks on the page without scripts too, and takes it there', async () => {
    const { browser } = await stale()
    expect((await browser.get('/admin/email-settings')).text).not.toContain(
      'name="currentPassword"',
    )
    const post = (changes: Record<string, string>) => {
      const fields = {
        action: 'save',
        ...asText(smtpSettings(2525)),
        fromEmail: 'other@example.com',
        ...changes,
      }
      return browser.postForm('/admin/email-settings', fields)
    }
    const refused = await post({})
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('id="settings-currentPassword-error"')
    expect((await post({ currentPassword })).status).toBe(303)
  })
})

test('connecting a mailbox of Microsoft asks for the password after ten minutes', async () => {
  const { app, browser } = await stale()
  const microsoft = {
    emailProvider: 'oauth365',
    oauth365ClientId: 'client',
    oauth365ClientSecret: 'secret',
    oauth365TenantId: 'tenant',
  }
  await browser.post(path, smtpSettings(2525, { ...microsoft, currentPassword }))
  app.clock.now += minutes(10)
  const connect = (fields = {}) =>
    browser.postForm('/admin/email-settings', { action: 'connect', ...fields })
  const refused = await connect()
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('id="connect-currentPassword-error"')
  expect(refused.text).not.toContain('Continue to Microsoft')
  expect((await connect({ currentPassword })).text).toContain('Continue to Microsoft')
})

const asText = (settings: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === false ? [] : [[name, String(value)]],
    ),
  )
