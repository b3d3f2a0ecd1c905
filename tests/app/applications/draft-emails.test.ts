import { describe, expect, test } from 'vitest'
import { fillDraft } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'
import { message } from '../../support/draft-message.ts'

const ask = (browser: Browser, id: string) => browser.post(`/api/applications/${id}/email-link`, {})

describe('the link to finish on another device', () => {
  test('goes to the main address, and opens the draft in the other browser alone', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    expect((await ask(browser, id)).status).toBe(202)
    const sent = message(app, 'draft-link')
    expect(sent?.to.address).toBe(email)
    const token = /resume=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
    const other = app.browser()
    const taken = await other.postForm('/client-form', { action: 'resume', token })
    expect(taken.status).toBe(303)
    expect((await other.get('/client-form')).text).toContain('Sample Calibration')
    expect((await browser.get('/client-form')).text).not.toContain('Sample Calibration')
  })

  test('says the same when no more is sent: three a day to an address, five for a draft', async () => {
    const app = testApp({ limitFactor: 1 })
    const browser = app.browser()
    const id = await fillDraft(browser)
    const answers = new Set<string>()
    const askOften = async () => {
      for (let times = 0; times < 6; times++) {
        app.clock.now += 60_000
        const { status, text } = await ask(browser, id)
        answers.add(`${status} ${text}`)
      }
    }
    await askOften()
    expect(emailsOf(app, 'draft-link')).toHaveLength(3)
    await browser.put(`/api/applications/${id}`, { mainEmail: 'other@example.com' })
    await askOften()
    expect(emailsOf(app, 'draft-link')).toHaveLength(3)
    expect(answers.size).toBe(1)
  })

  test('is not for what is submitted, and an email that still waits then is not sent', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    await ask(browser, id)
    await browser.put(`/api/applications/${id}`, finalSave())
    expect((await ask(browser, id)).status).toBe(409)
    expect(message(app, 'draft-link')).toBeNull()
  })

  test('keeps unfinished sections without checking them, and counts none as reached', async () => {
    const app = testApp()
    const made = await app.browser().post('/api/applications', {
      1: { businessName: 'Half Ltd', mainEmail: email },
      currentSection: 1,
      unfinished: true,
    })
    expect([made.status, made.json?.completionPercentage]).toEqual([201, 0])
  })

  test('works without scripts: what was typed is saved, the section stays open', async () => {
    const app = testApp()
    const browser = app.browser()
    const typed = { step: 'email-link', section: '3', businessName: 'Half Ltd', mainEmail: email }
    const { status, headers } = await browser.postForm('/client-form', typed)
    expect([status, headers.get('location')]).toEqual([303, '/client-form?section=3&sent'])
    expect(emailsOf(app, 'draft-link')).toMatchObject([{ to: { address: email } }])
    const { text } = await browser.get('/client-form?section=3&sent')
    expect(text).toContain('Check your mailbox')
    expect(text).toContain('Half Ltd')
  })
})
