import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { emailSettings } from '#db/schema/mail.ts'
import { testApp } from '../../support/app/test-app.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import {
  savedSettings as saved,
  mailSecrets as secrets,
} from '../../support/mail/saved-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const path = '/api/email-settings'

describe('a stored secret', () => {
  test('is kept when it is left blank, replaced when given, cleared by null', async () => {
    const { browser, app } = await saved()
    const sealed = () => app.deps.db.orm.select().from(emailSettings).get()?.smtpPasswordSealed
    const first = sealed()
    for (const blank of ['', undefined]) {
      const again = await browser.post(
        path,
        smtpSettings(2525, { smtpPassword: blank, fromName: 'Other' }),
      )
      expect(again.status).toBe(200)
      expect(sealed()).toBe(first)
    }
    await browser.post(path, smtpSettings(2525, { smtpPassword: 'another' }))
    expect(sealed()).not.toBe(first)
    const cleared = await browser.post(path, smtpSettings(2525, { smtpPassword: null }))
    expect(cleared.json?.message).toBe('Required fields missing for selected email provider')
    const sendgrid = { emailProvider: 'sendgrid', sendgridApiKey: 'SG.x', smtpPassword: null }
    expect((await browser.post(path, smtpSettings(2525, sendgrid))).status).toBe(200)
    expect(sealed()).toBeNull()
  })

  test.each([{ smtpHost: 'evil.example.com' }, { smtpSecure: true }])(
    'is asked for again before it goes to %j',
    async (changes) => {
      const { browser } = await saved()
      const moved = await browser.post(path, smtpSettings(2525, { ...changes, smtpPassword: '' }))
      expect(moved.status).toBe(400)
      expect(Object.keys(moved.json?.errors as object)).toEqual(['smtpPassword'])
      expect((await browser.get(path)).json).toMatchObject({
        smtpHost: '127.0.0.1',
        smtpUser: 'mailer',
      })
      expect((await browser.post(path, smtpSettings(2525, changes))).status).toBe(200)
    },
  )

  test('of Microsoft is asked for again before another tenant or application gets it', async () => {
    const microsoft = {
      emailProvider: 'oauth365',
      oauth365ClientId: 'app',
      oauth365TenantId: 'one.example',
    }
    const { browser } = await saved({ ...microsoft, ...secrets })
    const moved = { ...microsoft, oauth365TenantId: 'two.example', smtpPassword: '' }
    const asked = await browser.post(path, smtpSettings(2525, moved))
    expect(Object.keys(asked.json?.errors as object)).toEqual(['oauth365ClientSecret'])
    const given = await browser.post(
      path,
      smtpSettings(2525, { ...moved, oauth365ClientSecret: 'new' }),
    )
    expect(given.json).toMatchObject({
      configured: { oauth365ClientSecret: true, oauth365RefreshToken: false },
    })
  })

  test('is found in no answer, log, event or page of the database', async () => {
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
    for (const text of [
      failed.text,
      read.text,
      app.logged().join(),
      JSON.stringify(app.dump()),
      pages,
    ])
      expect(text).not.toContain('canary')
    const event = app.dump().event_changes?.at(-1)
    expect(JSON.stringify(event)).toContain('sendgridApiKey')
  })
})
