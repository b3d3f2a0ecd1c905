import { describe, expect, test } from 'vitest'
import { draftTokens } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { removeApplication } from '#src/domain/applications/drafts.ts'
import { actionsWith, type ErasingAction } from '#src/domain/audit/actions.ts'
import { days } from '#src/domain/calendar.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { refusals } from '#src/domain/refusal.ts'
import { fillDraft, openIn, startDraft, stored, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave, wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

// These tests follow the table in docs/rules.md of what a browser holds and what it posts.

const system = { kind: 'system' } as const

const postPage = (browser: Browser, fields: Record<string, unknown>) =>
  browser.postForm('/client-form', wholeForm(fields))

const takeOver = async (app: TestApp, id: string, browser: Browser = app.browser()) => {
  const token = createDraftLink(app.deps, id, email, 'resume') ?? ''
  expect((await browser.postForm('/client-form', { action: 'resume', token })).status).toBe(303)
  return browser
}

/** Every way in which an open page may have lost its draft. */
const losses: [why: string, lose: (app: TestApp, id: string, browser: Browser) => unknown][] = [
  ['was opened on another device', (app, id) => takeOver(app, id)],
  [
    'was opened on another device and sent there',
    async (app, id) => {
      const other = await takeOver(app, id)
      expect((await other.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
    },
  ],
  [
    'was deleted in another tab',
    (_, draft, browser) => browser.postForm('/client-form', { action: 'start-again', draft }),
  ],
  [
    'was deleted by its link',
    (app, id) => {
      const token = createDraftLink(app.deps, id, email, 'delete') ?? ''
      return app.browser().postForm('/client-form', { action: 'discard', token })
    },
  ],
  ['was erased with its person', (app) => erasePerson(app.deps, email)],
  ...(actionsWith('erases') as ErasingAction[]).map((action): (typeof losses)[number] => [
    `has the event "${action}"`,
    (app, id) =>
      transact(app.deps, (tx) =>
        removeApplication(tx, system, stored(app, id).application, action),
      ),
  ]),
  [
    'has been left alone for 30 days',
    (app) => {
      app.clock.now += days(30)
    },
  ],
  [
    'gave way to a newer one of this browser',
    (_, __, browser) => fillDraft(browser, { mainEmail: 'newer@example.com' }),
  ],
  ['never was', (app) => app.deps.db.orm.delete(draftTokens).run()],
]

describe.each(losses)('a page whose draft %s', (_, lose) => {
  test('stores nothing for a page of a draft that is not open here, and keeps what was typed', async () => {
    const app = testApp()
    const browser = app.browser()
    const draft = await fillDraft(browser)
    await lose(app, draft, browser)
    const before = app.dump()
    const calls = [
      browser.put(`/api/applications/${draft}`, sectionSave(4)),
      browser.put(`/api/applications/${draft}`, finalSave()),
      browser.post(`/api/applications/${draft}/directors`, { directors: [{ name: 'Ann' }] }),
      browser.post(`/api/applications/${draft}/email-link`, {}),
    ]
    for (const { status, json, headers } of await Promise.all(calls)) {
      expect([status, json]).toEqual([404, { message: refusals.draftNotOpen }])
      // The scripts of version 0.2.0 look for this.
      expect(headers.get('refusal')).toBe('moved')
    }
    for (const step of ['next:4', 'submit', 'email-link', 'submit']) {
      const { status, text } = await postPage(browser, { draft, step, buyerName: 'Typed Sample' })
      expect([status, text]).toEqual([409, expect.stringContaining(refusals.draftNotOpen)])
      expect(text).toContain('value="Typed Sample"')
      expect(text).toContain(`name="draft" value="${draft}"`)
    }
    expect(app.dump()).toEqual(before)
    const { text } = await browser.get('/client-form')
    expect(text).not.toContain('Typed Sample')
    expect(text).not.toContain(email)
  })

  test('starts again without an error from a page whose draft is not open here', async () => {
    const app = testApp()
    const browser = app.browser()
    const draft = await fillDraft(browser)
    await lose(app, draft, browser)
    const before = app.dump()
    const again = await browser.postForm('/client-form', { action: 'start-again', draft })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/client-form?new'])
    expect(app.dump()).toEqual(before)
  })
})

test('gives an empty form after "Start again" in one tab and keeps what another tab has sent', async () => {
  const app = testApp()
  const browser = app.browser()
  const draft = await fillDraft(browser)
  expect((await browser.put(`/api/applications/${draft}`, finalSave())).status).toBe(200)
  const before = app.dump()
  const again = await browser.postForm('/client-form', { action: 'start-again', draft })
  expect([again.status, again.headers.get('location')]).toEqual([303, '/client-form?new'])
  expect(app.dump()).toEqual(before)
  const { text } = await browser.get('/client-form?new')
  expect(text).toContain(`You have sent application <strong class="whole">${draft}</strong>`)
  expect(text).toContain('name="draft" value=""')
})

test.each(['save', 'submit', 'draftLink'])(
  'gives the same answer when the draft leaves its browser during the request (at the limit %j)',
  async (name) => {
    const app = testApp()
    const browser = app.browser()
    const draft = await fillDraft(browser)
    const { limits } = app.deps
    const take = limits.take.bind(limits)
    limits.take = async (limit, key) => {
      if (limit === name) await takeOver(app, draft)
      return take(limit, key)
    }
    const step = { save: 'next:4', submit: 'submit', draftLink: 'email-link' }[name]
    const { status, text } = await postPage(browser, { draft, step, buyerName: 'Typed Sample' })
    expect([status, text]).toEqual([409, expect.stringContaining(refusals.draftNotOpen)])
    expect(text).toContain('value="Typed Sample"')
  },
)

test('gives a browser without cookies the same answer, and tells a call about the missing cookie', async () => {
  const app = testApp()
  const draft = await fillDraft(app.browser())
  const before = app.dump()
  const browser = app.browser()
  const page = await postPage(browser, { draft, step: 'next:1' })
  expect([page.status, page.text]).toEqual([409, expect.stringContaining(refusals.draftNotOpen)])
  const call = await browser.put(`/api/applications/${draft}`, sectionSave(1))
  expect([call.status, call.json?.message]).toEqual([401, refusals.noDraftCookie])
  expect(app.dump()).toEqual(before)
})

test('shows another browser the page of a draft like that of a draft that does not exist', async () => {
  const app = testApp()
  const draft = await fillDraft(app.browser())
  const browser = app.browser()
  await startDraft(browser)
  const answer = async (id: string) => {
    const { status, text } = await postPage(browser, { draft: id, step: 'next:1' })
    const call = await browser.put(`/api/applications/${id}`, sectionSave(1))
    return [status, text.replaceAll(id, 'ID'), call.status, call.text]
  }
  expect(await answer(draft)).toEqual(await answer('7K3M-Q9TX-2VHD'))
})

test('gives a new draft a new secret, and the earlier secret no new access', async () => {
  const app = testApp()
  const browser = app.browser()
  const first = await startDraft(browser)
  const copied = app.browser()
  copied.cookies.set('draft', browser.cookies.get('draft') ?? '')
  const second = await startDraft(browser, 3)
  expect(await openIn(browser)).toBe(second)
  expect((await browser.put(`/api/applications/${first}`, sectionSave(4))).status).toBe(404)
  expect((await copied.put(`/api/applications/${second}`, sectionSave(4))).status).toBe(404)
})

test('keeps the sent document readable while a new draft is begun', async () => {
  const app = testApp()
  const browser = app.browser()
  const ids = [await submit(browser), await submit(browser, { mainEmail: 'second@example.com' })]
  await startDraft(browser)
  for (const id of ids)
    expect((await browser.put(`/api/applications/${id}`, { 4: {} })).status).toBe(400)
  for (const id of ids) expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(503)
})

describe('a form without any answers', () => {
  const { draft: _, ...form } = wholeForm()
  const blank = Object.fromEntries(Object.keys(form).map((name) => [name, '']))
  const untouched = { ...blank, accountType: 'credit', agreementDate: '2026-11-20' }

  test.each([
    ['next:1', ['Business name is required']],
    ['submit', ['Business name is required', 'Buyer Info: 4 errors']],
    ['email-link', ['Valid email is required']],
  ])('stores no empty form on %s, and says what is missing', async (step, words) => {
    const app = testApp()
    const before = app.dump()
    const { status, text } = await app.browser().postForm('/client-form', { ...untouched, step })
    expect(status).toBe(400)
    for (const each of words) expect(text).toContain(each)
    expect(app.dump()).toEqual(before)
  })

  test('stores no empty form by call, and lists everything that a submit needs', async () => {
    const app = testApp()
    const before = app.dump()
    const { status, json } = await app.browser().post('/api/applications', {
      1: { accountType: 'credit', businessName: '' },
      5: { agreementDate: '2026-11-20' },
      unfinished: true,
    })
    expect(status).toBe(400)
    expect(json?.errors).toMatchObject({
      businessName: 'Business name is required',
      position: 'Position is required',
    })
    expect(app.dump()).toEqual(before)
  })
})

describe('the date of agreement that the form shows by itself', () => {
  const shown = async (browser: Browser) =>
    /name="agreementDate"[^>]* value="([^"]*)"/.exec((await browser.get('/client-form')).text)?.[1]
  const stay = (app: TestApp, id: string) => stored(app, id).application.agreementDate

  test('does not store the suggested date of agreement, and uses the day of opening and signing', async () => {
    const app = testApp()
    const browser = app.browser()
    await postPage(browser, { step: 'next:1', draft: '', shownDay: '2026-11-20' })
    const draft = await openIn(browser)
    expect(stay(app, draft)).toBeNull()
    app.clock.now += days(3)
    expect(await shown(browser)).toBe('2026-11-23')
    // The page was left open over midnight.
    await postPage(browser, { step: 'next:4', draft, shownDay: '2026-11-20' })
    expect(stay(app, draft)).toBeNull()
    const signed = { step: 'submit', draft, shownDay: '2026-11-23', agreementDate: '2026-11-23' }
    expect((await postPage(browser, signed)).status).toBe(303)
    expect(stay(app, draft)).toBe('2026-11-23')
  })

  test('uses a date of agreement that somebody chose, until today is chosen again', async () => {
    const app = testApp()
    const browser = app.browser()
    const draft = await fillDraft(browser)
    const path = `/api/applications/${draft}`
    app.clock.now += days(2)
    for (const agreementDate of ['2026-11-20', '2026-11-21']) {
      await browser.put(path, { agreementDate })
      expect(await shown(browser)).toBe(agreementDate)
    }
    await browser.put(path, { agreementDate: '2026-11-22' })
    app.clock.now += days(1)
    expect(await shown(browser)).toBe('2026-11-23')
  })

  test('uses the day of the submit when it names no date of agreement', async () => {
    const app = testApp()
    const browser = app.browser()
    const draft = await fillDraft(browser)
    app.clock.now += days(1)
    const path = `/api/applications/${draft}`
    expect((await browser.put(path, { status: 'submitted' })).status).toBe(200)
    expect((await browser.put(path, { status: 'submitted' })).status).toBe(200)
    expect(stay(app, draft)).toBe('2026-11-21')
  })

  test('uses the present day in a draft for which an earlier version stored its first day', async () => {
    const app = testApp()
    const browser = app.browser()
    const draft = await fillDraft(browser)
    app.deps.db.sqlite.prepare('update applications set agreement_date = ?').run('2026-11-20')
    app.clock.now += days(3)
    expect(await shown(browser)).toBe('2026-11-23')
    expect(await openIn(browser)).toBe(draft)
  })
})
