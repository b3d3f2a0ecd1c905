import { describe, expect, test } from 'vitest'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { consentNumber } from '#src/forms/terms/terms-parts.ts'
import { fillDraft, stored } from '../../support/app/applicants.ts'
import { finalSave, wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { publish } from '../../support/app/terms.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const source = '# Prices\n\nOur prices are net of VAT.'
const changed = 'The supplier terms have changed since this page was opened'

/** A draft with every answer, begun under the built-in terms, and terms published since. */
async function draftUnderOldTerms() {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser)
  publish(app, source, '2026-11-20')
  return { app, browser, id, path: `/api/applications/${id}` }
}

const form = async (browser: Browser, path = '/client-form') =>
  (await browser.get(path)).text.replaceAll('<!-- -->', '')

const signedUnder = (app: TestApp, id: string) => signedDataOf(app.deps, id)?.terms.version

test('says before the signature that the terms have changed, and links to each version', async () => {
  const { app, browser } = await draftUnderOldTerms()
  const text = await form(browser)
  expect(text).toContain('The terms have changed since you began.')
  for (const version of ['2026-11', '2026-11-20']) {
    const link = `/terms-conditions?version=${version}`
    expect(text).toContain(`href="${link}"`)
    expect((await browser.get(link)).status).toBe(200)
  }
  expect(text).toContain(', version 2026-11-20.')
  const begunLater = app.browser()
  await fillDraft(begunLater, { mainEmail: 'later@example.com' })
  expect(await form(begunLater)).not.toContain('have changed since you began')
})

test('refuses a submit that was shown other terms at the consent, and accepts it again later', async () => {
  const { app, browser, id, path } = await draftUnderOldTerms()
  const before = stored(app, id).application
  const refused = await browser.put(path, { ...finalSave(), termsVersion: '2026-11' })
  expect(refused.status).toBe(409)
  expect(refused.json?.errors).toEqual({ termsVersion: expect.stringContaining(changed) })
  expect(stored(app, id).application).toEqual(before)
  const { json } = await browser.get('/api/terms')
  expect(json).toEqual({ version: '2026-11-20' })
  const accepted = await browser.put(path, {
    ...finalSave(),
    termsVersion: json?.version,
    consent: consentNumber,
  })
  expect(accepted.status).toBe(200)
  expect(signedUnder(app, id)).toBe('2026-11-20')
  const again = await browser.put(path, { ...finalSave(), termsVersion: '2026-11' })
  expect(again.status).toBe(200)
})

test('returns the refused form without scripts with all answers, the message and the new terms', async () => {
  const app = testApp()
  const browser = app.browser()
  const post = (termsVersion: string) =>
    browser.postForm('/client-form', wholeForm({ step: 'submit', termsVersion }))
  publish(app, source, '2026-11-20')
  const refused = await post('2026-11')
  const text = refused.text.replaceAll('<!-- -->', '')
  expect(refused.status).toBe(409)
  expect(text).toContain(`<a href="#termsVersion">${changed}`)
  expect(text).toContain(`value="${wholeForm().businessName}"`)
  expect(text).toContain('name="termsVersion" value="2026-11-20"')
  expect(text).toContain('/terms-conditions?version=2026-11-20"')
  const accepted = await post('2026-11-20')
  expect(accepted.headers.get('location')).toMatch(/^\/success/)
})

describe('the sentence of consent', () => {
  const lately = 'The sentence beside the signature has changed since this page was opened'

  test.each([undefined, '1', '3'])(
    'lets nobody sign who was shown another sentence of consent: number %s',
    async (consent) => {
      const app = testApp()
      const browser = app.browser()
      const id = await fillDraft(browser)
      const path = `/api/applications/${id}`
      const refused = await browser.put(path, { ...finalSave(), termsVersion: '2026-11', consent })
      expect(refused.status).toBe(409)
      expect(refused.json?.errors).toEqual({ termsVersion: expect.stringContaining(lately) })
      const posted = await browser.postForm(
        '/client-form',
        wholeForm({ step: 'submit', draft: id, consent }),
      )
      expect([posted.status, posted.text]).toEqual([409, expect.stringContaining(lately)])
      expect(posted.text).toContain(`name="consent" value="${consentNumber}"`)
      expect(stored(app, id).application.status).toBe('draft')
    },
  )

  test('freezes the sentence of consent with its number for a page, and as "by call" for a call', async () => {
    const app = testApp()
    const [page, call] = [app.browser(), app.browser()]
    const shown = await fillDraft(page)
    const words = { termsVersion: '2026-11', consent: consentNumber }
    await page.put(`/api/applications/${shown}`, { ...finalSave(), ...words })
    const other = { mainEmail: 'call@example.com' }
    const called = await fillDraft(call, other)
    await call.put(`/api/applications/${called}`, finalSave(other))
    expect(signedDataOf(app.deps, shown)).toMatchObject({
      consentNumber,
      consent:
        'By signing, you confirm that you may sign for Sample Calibration Works Ltd, that the answers are true, and that Sample Calibration Works Ltd accepts the supplier terms, version 2026-11.',
    })
    expect(signedDataOf(app.deps, called)).toMatchObject({
      consentNumber: null,
      consent: 'by call',
    })
  })
})
