import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { outbox } from '#db/schema/mail.ts'
import { days } from '#src/domain/durations.ts'
import { messageOf } from '#src/domain/mailing/compose.ts'
import type { SettingsRow } from '#src/domain/mailing/settings-row.ts'
import { acceptClock } from '#src/domain/maintenance/clock.ts'
import { cleanUp } from '#src/domain/maintenance/schedule.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { fillDraft, startDraft, stored, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const ask = (browser: Browser, id: string) => browser.post(`/api/applications/${id}/email-link`, {})

/** The message of the newest email of a kind, as the worker would send it now. */
function message({ deps }: TestApp, kind: string) {
  const row = deps.db.orm.select().from(outbox).where(eq(outbox.kind, kind)).all().at(-1)
  const settings = {
    fromName: 'Example Supplies',
    fromEmail: 'sales@example.com',
    accountsNotificationEmail: 'accounts@example.com',
  } as SettingsRow
  return row ? messageOf(deps, row, settings) : null
}

/** A clean-up some time later, with a clock that an operator trusts. */
async function later(app: TestApp, time: number) {
  app.clock.now += time
  acceptClock(app.deps)
  await cleanUp(app.deps)
}

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

  test('has a link to delete the draft beside it', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    await ask(browser, id)
    const token = /discard=([\w-]+)/.exec(message(app, 'draft-link')?.text ?? '')?.[1] ?? ''
    await app.browser().postForm('/client-form', { action: 'discard', token })
    expect(app.dump().applications).toEqual([])
  })

  test.each([undefined, 'half@'])(
    'is refused beside the field with the address %j',
    async (mainEmail) => {
      const app = testApp()
      const browser = app.browser()
      const id = await startDraft(browser)
      if (mainEmail) await browser.put(`/api/applications/${id}`, { mainEmail })
      const { status, json } = await ask(browser, id)
      expect(status).toBe(400)
      expect(json?.errors).toMatchObject({ mainEmail: expect.stringContaining('email') })
      expect(app.dump().outbox).toEqual([])
    },
  )

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

  test('is refused with 429 after 60 in an hour from one address', async () => {
    const app = testApp({ limitFactor: 1 })
    const browser = app.browser()
    const id = await fillDraft(browser)
    for (let times = 0; times < 60; times++) await ask(browser, id)
    expect((await ask(browser, id)).status).toBe(429)
  })

  test('is asked for once by a double click', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    await Promise.all([ask(browser, id), ask(browser, id)])
    expect(emailsOf(app, 'draft-link')).toHaveLength(1)
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

  test('without scripts and without an address the form comes back with what was typed', async () => {
    const app = testApp()
    const typed = { step: 'email-link', section: '1', businessName: 'Half Ltd', mainEmail: '' }
    const { status, text } = await app.browser().postForm('/client-form', typed)
    expect(status).toBe(400)
    expect(text).toContain('id="mainEmail-error"')
    expect(text).toContain('Half Ltd')
    expect(app.dump().outbox).toEqual([])
  })
})

describe('the reminder of a draft', () => {
  test('comes once, after three days without a change, with links to go on and to delete', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    await later(app, days(2))
    await browser.put(`/api/applications/${id}`, sectionSave(4, { buyerName: 'Later' }))
    await later(app, days(2))
    expect(emailsOf(app, 'draft-reminder')).toEqual([])
    for (const time of [days(1), 0, days(5)]) await later(app, time)
    expect(emailsOf(app, 'draft-reminder')).toEqual([
      { kind: 'draft-reminder', to: { name: '', address: email }, draft: id },
    ])
    const { text } = message(app, 'draft-reminder') ?? { text: '' }
    expect(text).toContain('/client-form?resume=')
    expect(text).toContain('/client-form?discard=')
    await browser.put(`/api/applications/${id}`, sectionSave(4, { buyerName: 'Once more' }))
    await later(app, days(9))
    expect(emailsOf(app, 'draft-reminder')).toHaveLength(1)
  })

  test('is no change of the draft: neither its version nor its 30 days move', async () => {
    const app = testApp()
    const id = await fillDraft(app.browser())
    const { version, updatedAt } = stored(app, id).application
    await later(app, days(4))
    expect(stored(app, id).application).toMatchObject({
      version,
      updatedAt,
      remindedAt: app.clock.now,
    })
    await later(app, days(27))
    expect(app.dump().applications).toEqual([])
  })

  test('comes to nobody without a whole address, nor after the submit, nor for a draft about to go', async () => {
    const app = testApp()
    await startDraft(app.browser())
    await app.browser().post('/api/applications', { mainEmail: 'half@' })
    await submit(app.browser())
    await later(app, days(4))
    expect(emailsOf(app, 'draft-reminder')).toEqual([])
    await fillDraft(app.browser(), { mainEmail: 'late@example.com' })
    await later(app, days(29.5))
    expect(emailsOf(app, 'draft-reminder')).toEqual([])
  })

  test('waits while the clock is doubted', async () => {
    const app = testApp()
    await fillDraft(app.browser())
    await cleanUp(app.deps)
    app.clock.now += days(5)
    await cleanUp(app.deps)
    expect(emailsOf(app, 'draft-reminder')).toEqual([])
    await later(app, 0)
    expect(emailsOf(app, 'draft-reminder')).toHaveLength(1)
  })

  test('is in the export of the person, and goes with the erasure', async () => {
    const app = testApp()
    const id = await fillDraft(app.browser())
    await later(app, days(4))
    expect(exportPerson(app.deps, id)?.applications).toMatchObject([
      { emails: [{ kind: 'draft-reminder' }] },
    ])
    await erasePerson(app.deps, id)
    expect(app.dump().outbox).toEqual([])
  })

  test.each(['submitted', 'deleted', 'moved to another address'])(
    'is not sent once the draft is %s',
    async (what) => {
      const app = testApp()
      const browser = app.browser()
      const id = await fillDraft(browser)
      await later(app, days(4))
      if (what === 'deleted') await browser.postForm('/client-form', { action: 'start-again' })
      else if (what === 'submitted') await browser.put(`/api/applications/${id}`, finalSave())
      else await browser.put(`/api/applications/${id}`, { mainEmail: 'other@example.com' })
      expect(message(app, 'draft-reminder')).toBeNull()
    },
  )

  test('reaches every draft of many', async () => {
    const app = testApp()
    for (let number = 0; number < 45; number++)
      app.deps.db.orm
        .insert(applications)
        .values({
          id: `DRAFT-${number}`,
          createdAt: app.clock.now,
          updatedAt: app.clock.now,
          mainEmail: `${number}@example.com`,
          mainEmailKey: `${number}@example.com`,
        })
        .run()
    await later(app, days(3))
    expect(emailsOf(app, 'draft-reminder')).toHaveLength(45)
  })
})
