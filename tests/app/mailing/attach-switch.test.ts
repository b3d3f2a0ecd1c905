import { expect, test } from 'vitest'
import type { Browser } from '../../support/app/browser.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { savedSettings } from '../../support/mail/saved-settings.ts'

const path = '/api/email-settings'
const page = '/admin/email-settings'

const isOn = async (browser: Browser) => (await browser.get(path)).json?.attachDocuments

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
