import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventChanges } from '#db/schema/events.ts'
import { minutes } from '#src/domain/durations.ts'
import type { Browser } from '../../support/app/browser.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { savedSettings } from '../../support/mail/saved-settings.ts'

const path = '/api/email-settings'
const page = '/admin/email-settings'

const lastChange = ({ deps }: TestApp) =>
  deps.db.orm.select().from(eventChanges).orderBy(desc(eventChanges.event)).limit(1).get()?.changes

const isOn = async (browser: Browser) => (await browser.get(path)).json?.attachDocuments

test('documents are attached until an administrator turns it off; a save without the switch keeps it', async () => {
  const { browser } = await savedSettings()
  expect(await isOn(browser)).toBe(true)
  await browser.post(path, smtpSettings(2525, { attachDocuments: false }))
  expect(await isOn(browser)).toBe(false)
  await browser.post(path, smtpSettings(2525))
  expect(await isOn(browser)).toBe(false)
  await browser.post(path, smtpSettings(2525, { attachDocuments: 'on' }))
  expect(await isOn(browser)).toBe(true)
})

test('the history holds the old and the new value of the switch', async () => {
  const { app, browser } = await savedSettings()
  await browser.post(path, smtpSettings(2525, { attachDocuments: false, fromName: 'Other' }))
  expect(lastChange(app)).toContainEqual({
    field: 'attachDocuments',
    before: 'true',
    after: 'false',
  })
  expect(lastChange(app)).toContainEqual({ field: 'fromName', before: null, after: null })
})

test('the switch asks for no password, because email goes the same way', async () => {
  const { app, browser } = await savedSettings()
  app.clock.now += minutes(20)
  const changes = { attachDocuments: false, smtpPassword: '' }
  const { status } = await browser.post(path, smtpSettings(2525, changes))
  expect(status).toBe(200)
})

test('without scripts the page shows the switch, and an unticked box turns it off', async () => {
  const { browser } = await savedSettings()
  const box = async () =>
    /<input type="checkbox"[^>]*name="attachDocuments"[^>]*>/.exec(
      (await browser.get(page)).text,
    )?.[0]
  expect(await box()).toContain('checked')
  const post = (...attachDocuments: string[]) => {
    const settings = Object.entries(smtpSettings(2525)).map(([name, value]) => [name, `${value}`])
    const fields = { ...Object.fromEntries(settings), attachDocuments, action: 'save' }
    return browser.postForm(page, fields)
  }
  expect((await post('false')).status).toBe(303)
  expect(await isOn(browser)).toBe(false)
  expect(await box()).not.toContain('checked')
  expect((await post('false', 'true')).status).toBe(303)
  expect(await isOn(browser)).toBe(true)
})
