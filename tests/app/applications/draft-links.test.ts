import { describe, expect, test } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import {
  createDraftLink,
  deleteLinkedDraft,
  linkedDraft,
  takeOverDraft,
} from '#src/domain/applications/draft-links.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import type { Job } from '#src/domain/jobs/jobs.ts'
import { createMessage } from '#src/domain/mailing/message.ts'
import type { SettingsRow } from '#src/domain/mailing/settings.ts'
import { fillDraft, openIn, startDraft, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave, wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'
import { message } from '../../support/draft-message.ts'

const stranger = { kind: 'applicant', tokenHash: null, address: '', agent: '' } as const

test.each(['one@sample.example.com, two@sample.example.com', 'Name <one@sample.example.com>'])(
  'sends nothing to %j, which a draft holds as its address',
  async (mainEmail) => {
    const app = testApp()
    const statuses = []
    for (let times = 0; times < 2; times++)
      statuses.push((await app.browser().post('/api/applications', { mainEmail })).status)
    expect(statuses).toEqual([201, 201])
    expect(app.dump().jobs).toEqual([])
  },
)

test('accepts a draft link for 24 hours and for its own purpose only', async () => {
  const app = testApp()
  const draft = await fillDraft(app.browser())
  const other = createDraftLink(app.deps, draft, email, 'delete') ?? ''
  expect(() => takeOverDraft(app.deps, stranger, other, null)).toThrow('invalid or has expired')
  const token = createDraftLink(app.deps, draft, email, 'resume') ?? ''
  app.clock.now += 24 * 60 * 60 * 1000
  expect(() => takeOverDraft(app.deps, stranger, token, null)).toThrow('invalid or has expired')
})

test('closes a draft here that was opened on another device, until a link brings it back', async () => {
  const app = testApp()
  const [old, other] = [app.browser(), app.browser()]
  const id = await fillDraft(old)
  const path = `/api/applications/${id}`
  const link = () => createDraftLink(app.deps, id, email, 'resume') ?? ''
  const open = (browser: Browser, token = link()) =>
    browser.postForm('/client-form', { action: 'resume', token })
  const token = link()
  await open(other, token)
  const here = await other.get(`/client-form?resume=${token}`)
  expect(here.headers.get('location')).toBe('/client-form')
  app.clock.now += minute
  const again = async (browser: Browser) => (await browser.get(`/client-form?resume=${token}`)).text
  expect(await again(other)).toContain('You have an unfinished application in this browser')
  const dead = await again(app.browser())
  expect(dead).toContain('Each link works once')
  expect(dead).toContain('Email me the link')
  expect(dead).toContain('href="/client-login"')
  const { text } = await old.get('/client-form')
  expect(text).toContain('name="draft" value=""')
  expect(text).not.toContain(email)
  expect(app.dump().applications).toHaveLength(1)

  await open(old)
  expect((await old.put(path, sectionSave(4))).status).toBe(200)
  expect((await other.put(path, sectionSave(4))).status).toBe(404)
  await open(other)
  expect((await other.put(path, finalSave())).status).toBe(200)
  expect((await old.get('/client-form')).text).not.toContain('You have sent application')
  await issueAll(app)
  expect((await other.get(`${path}/pdf`)).status).toBe(200)
  expect((await old.get(`${path}/pdf`)).status).toBe(404)
})

test('gives another browser a new draft link for the address alone', async () => {
  const app = testApp()
  await fillDraft(app.browser())
  const form = { step: 'email-link', section: '1', mainEmail: email }
  expect((await app.browser().postForm('/client-form', form)).status).toBe(409)
  expect(message(app, 'duplicate-draft')).toMatchObject({ to: { address: email } })
})

test('opens nothing by a draft link once the draft is submitted', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser)
  const resume = createDraftLink(app.deps, id, email, 'resume') ?? ''
  const discard = createDraftLink(app.deps, id, email, 'delete') ?? ''
  expect(linkedDraft(app.deps, resume, 'resume')).not.toBeNull()
  expect((await browser.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
  expect(linkedDraft(app.deps, resume, 'resume')).toBeNull()
  expect(() => takeOverDraft(app.deps, stranger, resume, null)).toThrow('invalid or has expired')
  expect(() => deleteLinkedDraft(app.deps, discard, stranger)).toThrow('invalid or has expired')
  expect(findApplication(app.deps, id).status).toBe('submitted')
  expect(createDraftLink(app.deps, id, email, 'resume')).toBeNull()
  await issueAll(app)
  expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(200)
})

test('opens nothing by a link that was sent to a mistyped address once the address is corrected', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser, { mainEmail: 'stranger@example.com' })
  await app.browser().post('/api/applications', { mainEmail: 'stranger@example.com' })
  const row = app.deps.db.orm.select().from(jobs).get() as Job
  const settings = { fromName: 'Sales', fromEmail: 'sales@example.com' } as SettingsRow
  const sent = createMessage(app.deps, row, settings)
  const [, token = ''] = /resume=([\w-]+)/.exec(sent?.text ?? '') ?? []
  expect(linkedDraft(app.deps, token, 'resume')).not.toBeNull()
  const corrected = await browser.put(
    `/api/applications/${id}`,
    sectionSave(1, { mainEmail: email }),
  )
  expect(corrected.status).toBe(200)
  expect(linkedDraft(app.deps, token, 'resume')).toBeNull()
  expect(createMessage(app.deps, row, settings)).toBeNull()
  expect((await browser.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
})

test('replaces the open draft by the link’s, keeps sent applications, and ignores copies of the old cookie', async () => {
  const app = testApp()
  const draft = await fillDraft(app.browser())
  const reader = app.browser()
  const sent = await submit(reader, { mainEmail: 'sent@example.com' })
  const other = await fillDraft(reader, { mainEmail: 'other@example.com' })
  await issueAll(app)
  const copied = app.browser()
  copied.cookies.set('draft', reader.cookies.get('draft') ?? '')
  const token = createDraftLink(app.deps, draft, email, 'resume') ?? ''
  expect((await reader.get(`/client-form?resume=${token}`)).text).toContain(
    'takes the place of the draft that is open here now',
  )
  await posted(reader, 'resume', token)
  expect(await openIn(reader)).toBe(draft)
  const save = { 4: { buyerName: 'Reader Sample' } }
  expect((await reader.put(`/api/applications/${draft}`, save)).status).toBe(200)
  expect((await reader.put(`/api/applications/${other}`, save)).status).toBe(404)
  expect((await reader.get(`/api/applications/${sent}/pdf`)).status).toBe(200)
  expect((await copied.put(`/api/applications/${draft}`, save)).status).toBe(404)
  const back = createDraftLink(app.deps, other, 'other@example.com', 'resume') ?? ''
  await posted(reader, 'resume', back)
  expect(await openIn(reader)).toBe(other)
})

test('keeps other drafts when the answer to a link is lost, and opens this one again within a minute', async () => {
  const app = testApp()
  const draft = await fillDraft(app.browser())
  const reader = app.browser()
  const other = await startDraft(reader, 4)
  const cookie = reader.cookies.get('draft') ?? ''
  const token = createDraftLink(app.deps, draft, email, 'resume')
  const takeAgain = async () => {
    reader.cookies.set('draft', cookie)
    expect(await openIn(reader)).toBe(other)
    return (await posted(reader, 'resume', token)).status
  }
  for (const wait of [0, minute - 1]) {
    app.clock.now += wait
    expect(await takeAgain()).toBe(303)
    expect(await openIn(reader)).toBe(draft)
  }
  app.clock.now += 1
  expect(await takeAgain()).toBe(400)
})

const minute = 60_000

describe('a link from the mail about an address that is taken', () => {
  test('deletes a draft by its discard link when the form is posted, not when the page is opened', async () => {
    const app = testApp()
    const id = await fillDraft(app.browser())
    const token = createDraftLink(app.deps, id, email, 'delete')
    const reader = app.browser()
    await reader.get(`/client-form?discard=${token}`)
    expect(findApplication(app.deps, id).id).toBe(id)

    for (const _ of ['a press', 'a second one']) {
      const { headers } = await posted(reader, 'discard', token)
      expect(headers.get('location')).toBe('/client-form')
      expect(() => findApplication(app.deps, id)).toThrow()
    }
    const other = app.browser()
    await startDraft(other)
    expect((await posted(other, 'discard', token)).status).toBe(400)
    for (const isSaid of [true, false])
      expect((await reader.get('/client-form')).text.includes('Draft deleted')).toBe(isSaid)
    app.clock.now += minute
    expect((await posted(reader, 'discard', token)).status).toBe(400)
  })

  test('makes the browser that had the draft forget what was typed in it', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    const discard = createDraftLink(app.deps, id, email, 'delete')
    const { headers } = await posted(browser, 'discard', discard)
    expect(headers.get('location')).toBe('/client-form?new')
    expect((await browser.get('/client-form?new')).text).toContain('Draft deleted')
  })
})

const posted = (browser: Browser, action: string, token: string | null) =>
  browser.postForm('/client-form', { action, token: String(token) })

const ask = (browser: Browser, id: string) => browser.post(`/api/applications/${id}/email-link`, {})

describe('the link to finish on another device', () => {
  test('sends the link to finish on another device to the main address, and opens the draft there alone', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    expect((await ask(browser, id)).status).toBe(202)
    const sent = message(app, 'draft-link')
    expect(sent?.to.address).toBe(email)
    const token = /resume=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
    const other = app.browser()
    expect((await other.get(`/client-form?resume=${token}`)).text).toContain(token)
    const taken = await other.postForm('/client-form', { action: 'resume', token })
    expect(taken.status).toBe(303)
    expect(eventsOf(app.deps, id).at(-1)).toMatchObject({
      action: 'draft handed over',
      address: expect.stringContaining('.'),
    })
    app.clock.now += minute
    const again = await app.browser().postForm('/client-form', { action: 'resume', token })
    expect(again.status).toBe(400)
    expect((await other.get('/client-form')).text).toContain('Sample Calibration')
    expect((await browser.get('/client-form')).text).not.toContain('Sample Calibration')
  })

  test('answers the same when the limit is reached: three links a day for an address, five for a draft', async () => {
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

  test('sends no draft link once the application is submitted, even from an email that waits', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    await ask(browser, id)
    await browser.put(`/api/applications/${id}`, finalSave())
    expect((await ask(browser, id)).status).toBe(409)
    expect(message(app, 'draft-link')).toBeNull()
  })

  test('saves what was typed and keeps the section open when a draft link is requested without scripts', async () => {
    const app = testApp()
    const browser = app.browser()
    const blank = Object.fromEntries(Object.keys(wholeForm()).map((name) => [name, '']))
    const typed = { step: 'email-link', section: '3', businessName: 'Half Ltd', mainEmail: email }
    const { status, headers } = await browser.postForm('/client-form', { ...blank, ...typed })
    const shownAgain = expect.stringContaining('/client-form?section=3&sent')
    expect([status, headers.get('location')]).toEqual([303, shownAgain])
    expect(app.dump().applications).toMatchObject([{ completion_percentage: 0 }])
    expect(emailsOf(app, 'draft-link')).toMatchObject([{ to: { address: email } }])
    const { text } = await browser.get('/client-form?section=3&sent')
    expect(text).toContain('Check your inbox')
    expect(text).toContain('Half Ltd')
  })
})
