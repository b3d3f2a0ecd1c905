import { describe, expect, test } from 'vitest'
import { refusals } from '#src/domain/refusal.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import {
  fillDraft,
  openIn,
  startDraft,
  stored,
  storedAnswers,
} from '../../support/app/applicants.ts'
import { answers, wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const post = async (browser: Browser, fields: Record<string, unknown>) =>
  browser.postForm('/client-form', wholeForm({ draft: await openIn(browser), ...fields }))

describe('the form without scripts', () => {
  test('submits a whole form that a browser without a draft posts at once', async () => {
    const app = testApp()
    const browser = app.browser()
    const answer = await post(browser, { step: 'submit' })
    expect(answer.status, answer.text).toBe(303)
    const id = new URL(answer.headers.get('location') ?? '', 'http://localhost').searchParams.get(
      'id',
    )
    const { application, documents } = stored(app, id ?? '')
    expect(application).toMatchObject({ ...storedAnswers(), status: 'submitted' })
    expect(documents).toHaveLength(1)
    await issueAll(app)
    expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  })

  test('makes no second application for a second click before the browser has a cookie', async () => {
    const app = testApp()
    const browser = app.browser()
    const first = await post(browser, { step: 'submit' })
    browser.cookies.clear()
    const second = await post(browser, { step: 'submit' })
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const { applications, jobs = [] } = app.dump()
    expect(applications).toHaveLength(1)
    expect(jobs.filter((row) => JSON.stringify(row).includes('duplicate'))).toEqual([])
  })

  test('treats the same answers a minute later, or from another address, as somebody else’s', async () => {
    const app = testApp()
    const fields = { step: 'next:4', section: '4', mainEmail: 'somebody@example.com' }
    const send = async (peer: string) =>
      (await app.browser(peer).postForm('/client-form', fields)).headers.getSetCookie().length
    expect(await send('192.0.2.1')).toBe(1)
    expect(await send('192.0.2.1')).toBe(1)
    expect(await send('192.0.2.2')).toBe(0)
    app.clock.now += 61_000
    expect(await send('192.0.2.1')).toBe(0)
  })

  test('gives two people in one office a draft each when they send the same nearly empty form', async () => {
    const app = testApp()
    const fields = { step: 'next:4', section: '4', accountType: 'credit', buyerFax: 'None' }
    for (const browser of [app.browser(), app.browser()])
      await browser.postForm('/client-form', fields)
    expect(app.dump().applications).toHaveLength(2)
  })
})

describe('a page of a draft that is not the open one', () => {
  const typed = { businessName: 'Stale Sample Ltd', mainEmail: 'stale@example.com' }

  test.each(['a deleted draft', 'no draft'])(
    'changes nothing for a page of %s, and keeps what was typed',
    async (page) => {
      const app = testApp()
      const browser = app.browser()
      const stale = page === 'no draft' ? '' : await fillDraft(browser)
      await browser.postForm('/client-form', { action: 'start-again', draft: stale })
      const open = await fillDraft(browser)
      const before = app.dump()
      const row = { __intent__: '{"type":"insert","payload":{"name":"directors"}}' }
      const added = await post(browser, { ...typed, ...row, draft: stale })
      expect(added.text).toContain(`name="draft" value="${stale}"`)
      for (const step of ['next:1', 'email-link', 'submit']) {
        const { status, text } = await post(browser, { ...typed, step, draft: stale })
        expect([status, text]).toEqual([409, expect.stringContaining(refusals.draftNotOpen)])
        expect(text).toContain(`value="${typed.businessName}"`)
        expect(text).toContain(`name="draft" value="${stale}"`)
      }
      const restarted = { action: 'start-again', draft: stale }
      const { status } = await browser.postForm('/client-form', restarted)
      expect(status).toBe(303)
      expect(app.dump()).toEqual(before)
      expect(await openIn(browser)).toBe(open)
    },
  )

  test('accepts a page that may have begun the open draft: after a second click, Back or in another tab', async () => {
    const app = testApp()
    const browser = app.browser()
    const begin = async (changes: object) =>
      (await post(browser, { step: 'next:1', draft: '', ...changes })).status
    const blank = { mainEmail: '', section: '1' }
    expect([await begin(blank), await begin(blank)]).toEqual([400, 400])
    expect(await begin({ businessName: 'Other Sample Ltd' })).toBe(409)
    await post(browser, { step: 'next:1' })
    const corrected = { businessName: 'Corrected Sample Ltd' }
    expect([await begin({}), await begin(corrected)]).toEqual([303, 303])
    const empty = Object.fromEntries(Object.keys(wholeForm()).map((name) => [name, '']))
    expect(await begin({ ...empty, accountType: 'credit' })).toBe(303)
    expect(onlyDraft(app)).toMatchObject({ ...storedAnswers('draft'), ...corrected })
  })

  test('overwrites nothing after staff have corrected the draft', async () => {
    const app = testApp()
    const browser = app.browser()
    const begin = async (changes: object) =>
      (await post(browser, { step: 'next:1', draft: '', ...changes })).status
    await begin({})
    const corrected = { postCode: 'SA1 2MP' }
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${await openIn(browser)}`, corrected)
    expect([await begin({}), await begin(corrected)]).toEqual([409, 303])
    expect(onlyDraft(app)).toMatchObject(corrected)
  })

  test('deletes only the page’s own draft', async () => {
    const browser = testApp().browser()
    const older = await fillDraft(browser)
    const open = await startDraft(browser)
    const again = { action: 'start-again', draft: older }
    for (let clicks = 0; clicks < 2; clicks++)
      expect((await browser.postForm('/client-form', again)).status).toBe(303)
    expect(await openIn(browser)).toBe(open)
  })
})

test.each(['', 'open'])(
  'answers sent answers as sent, and says that other answers change nothing (next draft: %j)',
  async (next) => {
    const app = testApp()
    const browser = app.browser()
    await post(browser, { step: 'next:1' })
    const draft = await openIn(browser)
    const sent = await post(browser, { step: 'submit' })
    if (next) await startDraft(browser)
    const before = app.dump()
    for (const step of ['submit', 'next:4']) {
      const again = await post(browser, { step, draft })
      expect(again.headers.get('location')).toBe(sent.headers.get('location'))
      const changed = { step, draft, deliveryAddress: '9 Changed Street' }
      const { status, text } = await post(browser, changed)
      expect([status, text]).toEqual([409, expect.stringContaining('use the client portal')])
      expect(text).toContain('9 Changed Street')
      expect(text).toContain(`name="draft" value="${draft}"`)
    }
    const restarted = await browser.postForm('/client-form', { action: 'start-again', draft })
    expect(restarted.status).toBe(303)
    expect(app.dump()).toEqual(before)
  },
)

const onlyDraft = (app: TestApp) => {
  const rows = app.dump().applications as { id: string }[]
  expect(rows).toHaveLength(1)
  return stored(app, rows[0]?.id ?? '').application
}

test('continues the same draft on each step and shows how complete it is', async () => {
  const app = testApp()
  const browser = app.browser()
  for (const [step, percent] of [
    ['next:1', 20],
    ['next:3', 60],
    ['next:4', 80],
  ] as const) {
    const { status, headers } = await post(browser, { step })
    const next = `/client-form?section=${Number(step.at(-1)) + 1}`
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining(next)])
    expect(headers.getSetCookie().join()).toMatch(/^draft=[\w-]{43}; Max-Age=2592000; /)
    expect(onlyDraft(app)).toMatchObject({ status: 'draft', completionPercentage: percent })
  }
})

test('stays on a step with a mistake and keeps all that was typed', async () => {
  const app = testApp()
  const browser = app.browser()
  for (const buyerName of ['Ann Sample', 'Bob Sample']) {
    const answer = await post(browser, { step: 'next:1', buyerName, postCode: '' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Post code is required')
    expect(onlyDraft(app)).toMatchObject({ buyerName, status: 'draft' })
  }
})

test('overwrites nothing from a page that shows an older version of the draft', async () => {
  const app = testApp()
  const browser = app.browser()
  await post(browser, { step: 'next:1' })
  const opened = onlyDraft(app)
  const path = `/api/applications/${opened.id}`
  const draftVersion = String(opened.version)
  const kept = await browser.put(path, { draftVersion, businessName: 'Newer Ltd', deliveryFax: '' })
  expect(kept.json?.version).toBe(opened.version + 1)
  const same = await browser.put(path, { draftVersion, businessName: 'Newer Ltd' })
  expect([same.status, same.json?.version]).toEqual([200, kept.json?.version])
  const refused = await browser.put(path, { draftVersion, businessName: 'Older Ltd' })
  expect([refused.status, refused.json?.message]).toEqual([412, refusals.staleRecord])
  const row = { __intent__: '{"type":"insert","payload":{"name":"directors"}}' }
  const page = { draft: opened.id, draftVersion }
  expect((await post(browser, { ...page, ...row })).text).toContain(
    `name="draftVersion" value="${draftVersion}"`,
  )
  const fields = { ...page, step: 'next:4', buyerName: 'Later Sample', deliveryFax: '01632 960009' }
  const shown = await post(browser, fields)
  expect(shown.status).toBe(412)
  expect(shown.text).toContain(refusals.staleRecord)
  for (const value of ['Newer Ltd', 'Later Sample', '01632 960009', String(kept.json?.version)])
    expect(shown.text).toContain(`value="${value}"`)
  expect(onlyDraft(app)).toMatchObject({ businessName: 'Newer Ltd', buyerName: opened.buyerName })
})

test('limits new drafts, saves and submits separately', async () => {
  const app = testApp({ limitFactor: 1 / 600 })
  const browser = app.browser()
  const statuses = async (from: Browser, ...steps: string[]) => {
    const all = []
    for (const step of steps) all.push((await post(from, { step })).status)
    return all
  }
  expect(await statuses(browser, 'next:1')).toEqual([303])
  expect(await statuses(app.browser(), 'next:1')).toEqual([429])
  expect(await statuses(browser, 'next:1', 'next:3', 'next:4')).toEqual([303, 303, 429])
  expect(await statuses(browser, 'submit')).toEqual([303])
  expect(onlyDraft(app).status).toBe('submitted')
  expect(await statuses(app.browser(), 'submit')).toEqual([429])
})

test('ticks "Same as business address" while the saved address is the same, and then keeps them equal', async () => {
  const app = testApp()
  const browser = app.browser()
  const isTicked = async () => {
    const { text } = await browser.get('/client-form')
    return /<input[^>]*name="sameInvoiceAddress"[^>]*>/.exec(text)?.[0].includes('checked=""')
  }
  const { businessAddress: invoiceAddress, postCode: invoicePostCode } = answers[1]
  await post(browser, { step: 'next:3', invoiceAddress, invoicePostCode })
  expect(await isTicked()).toBe(true)
  const businessAddress = '2 New Street'
  await post(browser, { step: 'next:3', businessAddress, sameInvoiceAddress: 'yes' })
  expect(onlyDraft(app)).toMatchObject({ businessAddress, invoiceAddress: businessAddress })
  await post(browser, { step: 'next:3', businessAddress, invoiceAddress: 'PO Box 7' })
  expect(await isTicked()).toBe(false)
})

test.each([
  ['next:3', 'sameInvoiceEmails', 'invoiceEmail', ['financialEmail', 'invoiceQueriesEmail']],
  ['next:4', 'sameBuyer', 'accountsContact', ['buyerName']],
])(
  'shows one error, at the empty answer, when "Same as" boxes copy it, for %s',
  async (step, box, source, followers) => {
    const blank = Object.fromEntries([source, ...followers].map((name) => [name, '']))
    const { status, text } = await post(testApp().browser(), { step, ...blank, [box]: 'yes' })
    expect(status).toBe(400)
    expect([...text.matchAll(/<li><a href="#(\w+)"/g)].map(([, id]) => id)).toEqual([source])
  },
)

test('shows a date in words and warns when it is in the future', async () => {
  const browser = testApp().browser()
  await post(browser, { step: 'next:1', dateIncorporation: '2031-05-04' })
  const { text } = await browser.get('/client-form')
  expect(text).toMatch(/>4 May 2031<\/p><p[^>]*>This date is in the future/)
})

test('says which sections are complete and which are begun, and leads back to the answers by Change', async () => {
  const browser = testApp().browser()
  const marks = async () =>
    [...(await browser.get('/client-form')).text.matchAll(/class="step( step-\w+)?"/g)].map(
      ([, mark = '']) => mark.replace(' step-', ''),
    )
  expect(await marks()).toEqual(['', '', '', '', ''])
  await post(browser, { step: 'next:4', postCode: '', authSignature: undefined })
  expect(await marks()).toEqual(['begun', 'complete', 'complete', 'complete', 'begun'])
  const changed = await post(browser, { step: 'answers:1' })
  expect(changed.headers.get('location')).toBe('/client-form?section=5#answers-1')
  expect((await marks())[0]).toBe('complete')
})
