import { describe, expect, test } from 'vitest'
import { fillDraft, startDraft, stored, submit } from '../../support/app/applicants.ts'
import {
  answers,
  finalSave,
  sectionSave,
  wholeForm,
} from '../../support/app/application-answers.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type Scenario, scenarios } from '../../support/app/scenarios.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const message = 'An application with this email address already exists'
const { mainEmail } = answers[1]
/** The refusal of a taken address, which stores only the email to its holder. */
const errors = { mainEmail: expect.stringMatching(`${message}.+look in its inbox`) }
const taken = { status: 409, message, errors, writes: 'jobs' }

/** Somebody else's draft holds the address. */
const heldElsewhere = async (app: TestApp) => void (await fillDraft(app.browser()))

const spellings = [mainEmail.toUpperCase(), `\t${mainEmail}\n`, `${mainEmail}\u200b`]

describe('an address that another application holds', () => {
  const rows = spellings.map(
    (spelling): Scenario => ({
      name: `is refused as ${JSON.stringify(spelling)}`,
      before: async (browser, app) => {
        await heldElsewhere(app)
        return startDraft(browser)
      },
      body: sectionSave(1, { mainEmail: spelling }),
      ...taken,
    }),
  )
  scenarios([
    ...rows,
    {
      name: 'is refused when a submitted application holds it',
      before: async (browser, app) => {
        await submit(app.browser())
        return startDraft(browser)
      },
      body: sectionSave(1),
      ...taken,
    },
    {
      name: 'is refused in the final payload, and nothing of it is stored',
      before: async (browser, app) => {
        await heldElsewhere(app)
        return fillDraft(browser, { mainEmail: 'mine@example.com' })
      },
      body: finalSave(),
      ...taken,
    },
    {
      name: 'may be written another way when it is the own one',
      before: (browser) => fillDraft(browser),
      body: sectionSave(1, { mainEmail: mainEmail.toUpperCase() }),
      status: 200,
      after: ({ app, id }) =>
        expect(stored(app, id).application).toMatchObject({
          mainEmail: mainEmail.toUpperCase(),
          mainEmailKey: mainEmail,
        }),
    },
  ])
})

test.each(['first', 'later'])(
  'says in a form without scripts at a %s save what else is wrong besides the taken address',
  async (save) => {
    const app = testApp()
    await heldElsewhere(app)
    const browser = app.browser()
    const draft = save === 'first' ? '' : await startDraft(browser)
    const changes = { draft, step: 'next:1', postCode: '' }
    const { status, text } = await browser.postForm('/client-form', wholeForm(changes))
    expect(status).toBe(409)
    for (const words of [message, 'Post code is required']) expect(text).toContain(words)
  },
)

test('does not call half an address taken that another draft holds', async () => {
  const app = testApp()
  const mainEmail = 'info'
  for (const businessName of ['One Sample Ltd', 'Two Sample Ltd']) {
    const form = wholeForm({ step: 'next:1', mainEmail, businessName })
    expect((await app.browser().postForm('/client-form', form)).status).toBe(400)
  }
  expect(app.dump().applications).toHaveLength(2)
  const browser = app.browser()
  const draft = await startDraft(browser)
  const refused = await browser.put(`/api/applications/${draft}`, sectionSave(1, { mainEmail }))
  expect([refused.status, refused.json?.message]).toEqual([400, 'Valid email is required'])
})

test('gives an address to exactly one of many browsers at the same moment', async () => {
  const app = testApp()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.browser().post('/api/applications', sectionSave(1))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  expect(app.dump().applications).toHaveLength(1)
})

describe('the email to the holder of the address', () => {
  type Row = { kind: string; queue: string; data: string }
  const emails = (app: TestApp) =>
    (app.dump().jobs as Row[])
      .filter(({ queue }) => queue === 'email')
      .map(({ data }) => JSON.parse(data))
  const holder = 'Holder@example.com'

  test('emails the holder as the holder wrote the address, once an hour, whoever asks', async () => {
    const app = testApp()
    const id = await fillDraft(app.browser(), { mainEmail: holder })
    const sent = () => emails(app).filter(({ kind }) => kind === 'duplicate-draft')
    const ask = () =>
      app.browser().post('/api/applications', sectionSave(1, { mainEmail: holder.toLowerCase() }))
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(409)
    expect(sent()).toEqual([
      { kind: 'duplicate-draft', to: { name: '', address: holder }, draft: id },
    ])
    app.clock.now += 60 * 60 * 1000
    await ask()
    expect(sent()).toHaveLength(2)
  })

  test('points the holder to the portal once the application is submitted', async () => {
    const app = testApp()
    await submit(app.browser(), { mainEmail: holder })
    const before = emails(app).length
    const browser = app.browser()
    const id = await startDraft(browser)
    await browser.put(`/api/applications/${id}`, { mainEmail: holder })
    expect(emails(app).slice(before)).toEqual([
      { kind: 'duplicate-portal', to: { name: '', address: holder } },
    ])
  })
})

const held = 'office@sample-calibration.example.com'
const free = 'nobody-has-this@example.com'
/** Three taken addresses an hour instead of 60, while the other limits are far away. */
const most = 3

async function app(): Promise<TestApp> {
  const app = testApp({ limitFactor: most / 60 })
  await fillDraft(app.browser())
  return app
}

const tries: [name: string, (browser: Browser, id: string, address: string) => Promise<Answer>][] =
  [
    [
      'a first save',
      (browser, _, mainEmail) => browser.post('/api/applications', sectionSave(1, { mainEmail })),
    ],
    [
      'a later save',
      (browser, id, mainEmail) =>
        browser.put(`/api/applications/${id}`, sectionSave(1, { mainEmail })),
    ],
    [
      'a form without scripts',
      (browser, draft, mainEmail) =>
        browser.postForm('/client-form', { draft, mainEmail, section: '1', step: 'next:1' }),
    ],
  ]

describe('taken addresses cannot be tried without end', () => {
  test.each(tries)('limits how often somebody can try taken addresses by %s', async (_, ask) => {
    const browser = (await app()).browser()
    const id = await startDraft(browser)
    for (let count = 0; count < most; count += 1)
      expect((await ask(browser, id, held)).status).toBe(409)
    for (const address of [held, free]) {
      const answer = await ask(browser, id, address)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
      expect(answer.text).not.toContain('already exists')
    }
  })

  test('still saves the present draft, and sections without an address, beyond the limit', async () => {
    const browser = (await app()).browser()
    const id = await startDraft(browser)
    const save = (section: 1 | 3, changes = {}) =>
      browser.put(`/api/applications/${id}`, sectionSave(section, changes))
    expect((await save(1, { mainEmail: free })).status).toBe(200)
    for (let count = 0; count < most; count += 1)
      expect((await save(1, { mainEmail: held })).status).toBe(409)
    expect((await save(1, { mainEmail: free.toUpperCase() })).status).toBe(200)
    expect((await save(3)).status).toBe(200)
  })

  test('limits attempts by a customer who is signed in, too', async () => {
    const { browser } = await signedIn(await app(), { mainEmail: 'signed-in@example.com' })
    const save = async (mainEmail: string) =>
      (await browser.put('/api/client/application/business', { mainEmail })).status
    const statuses = []
    for (const address of [held, held, held, held, free]) statuses.push(await save(address))
    expect(statuses).toEqual([409, 409, 409, 429, 429])
    expect(await save('Signed-In@example.com')).toBe(200)
  })
})
