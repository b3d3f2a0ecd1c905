import { describe, expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { days } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { fillDraft, startDraft, stored, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { message } from '../../support/draft-message.ts'

/** Runs the clean-up some time later. */
async function later(app: TestApp, time: number) {
  app.clock.now += time
  await cleanUp(app.deps)
}

describe('the reminder of a draft', () => {
  test('reminds the applicant once, after three days without a change, with links to continue and to delete', async () => {
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

  test('keeps the draft’s version and its 30 days when a reminder is sent', async () => {
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

  test('sends no reminder without a complete address, after the submit, or when the draft is about to expire', async () => {
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

  test.each(['submitted', 'deleted', 'moved to another address'])(
    'does not send a reminder once the draft is %s',
    async (what) => {
      const app = testApp()
      const browser = app.browser()
      const id = await fillDraft(browser)
      await later(app, days(4))
      const deletion = { action: 'start-again', draft: id }
      if (what === 'deleted') await browser.postForm('/client-form', deletion)
      else if (what === 'submitted') await browser.put(`/api/applications/${id}`, finalSave())
      else await browser.put(`/api/applications/${id}`, { mainEmail: 'other@example.com' })
      expect(message(app, 'draft-reminder')).toBeNull()
    },
  )

  test('sends three reminders a day to one mailbox, whatever its sub-addresses, and the others later', async () => {
    const app = testApp()
    for (let n = 1; n <= 5; n++)
      await fillDraft(app.browser(), { mainEmail: `Office+${n}@example.com` })
    await later(app, days(3))
    expect(emailsOf(app, 'draft-reminder')).toHaveLength(3)
    await later(app, days(1.1))
    expect(emailsOf(app, 'draft-reminder')).toHaveLength(5)
  })

  test('reminds the applicants of all drafts when there are many', async () => {
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
