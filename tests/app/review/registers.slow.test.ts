import { describe, expect, test, vi } from 'vitest'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { registerQueue } from '#src/domain/registers/look-up.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { jobsIn, startQueues } from '../../support/app/jobs.ts'
import { testApp } from '../../support/app/test-app.ts'
import { rename } from '../../support/company.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'
import { officer, profile, withRegisters } from '../../support/registers.ts'

type Row = { label: string; value: string; isOdd?: true }
type Register = { register: string; at: string | null; isSet: boolean; rows: Row[] }

const lookUp = (browser: Browser, id: string, register = 'companies-house') =>
  browser.postForm(`/admin/applications/${id}`, { action: 'look-up', register })

const registersOf = async (browser: Browser, id: string) =>
  (await browser.get(`/api/applications/${id}`)).json?.registers as Register[]

/** What a register said, by label; what asks for a look begins with "!". */
async function rowsOf(browser: Browser, id: string, register = 'companies-house') {
  const found = (await registersOf(browser, id)).find((answer) => answer.register === register)
  return Object.fromEntries(
    (found?.rows ?? []).map(({ label, value, isOdd }) => [label, `${isOdd ? '!' : ''}${value}`]),
  )
}

async function asked(changes: Record<string, unknown> = {}) {
  const made = await withRegisters()
  const id = await submit(made.app.browser(), changes)
  return { ...made, id, admin: await adminBrowser(made.app) }
}

const hostile: [
  does: string,
  answer: { status: number; json?: unknown; text?: string },
  why: string,
][] = [
  ['refuses the key', { status: 401 }, 'refused the key'],
  ['has had enough', { status: 429 }, 'accepts no more requests'],
  ['is out of order', { status: 502 }, 'could not be reached'],
  ['leads elsewhere', { status: 302 }, 'could not be reached'],
  ['says too much', { status: 200, text: '['.repeat(2_000_000) }, 'cannot be read'],
  ['speaks HTML', { status: 200, text: '<html>' }, 'cannot be read'],
  ['sends something else', { status: 200, json: [] }, 'cannot be read'],
  [
    'lists more officers than it was asked for',
    { status: 200, json: { ...profile, items: Array.from({ length: 101 }, () => officer('A')) } },
    'cannot be read',
  ],
]

describe('Companies House', () => {
  test('asks Companies House after a submit, with the key, and keeps the time of the answer', async () => {
    const { app, id, admin, asked: requests, wrongs } = await asked()
    wrongs.officers = [
      ...Array.from({ length: 40 }, (_, at) => officer(`OTHER, Nr${at}`)),
      officer('ZOLC, Tomasz Jan'),
      officer("O'SAMPLE, Aoife", { resigned_on: '2020-01-01' }),
    ]
    startQueues(app.deps, registerQueue)
    await vi.waitFor(
      async () => expect((await registersOf(admin, id))[0]?.at).not.toBeNull(),
      15_000,
    )
    expect(await rowsOf(admin, id)).toEqual({
      Number: '01234567',
      'Name as registered': '!SAMPLE CALIBRATION LIMITED (typed: Sample Calibration Works Ltd)',
      Status: 'active',
      Incorporated: '4 May 2001',
      Overdue: 'Nothing',
      Insolvency: 'No history',
      'Registered office': '1 Mill Lane, Leeds, LS1 4AB',
      'Director Tomasz Żółć': 'Found: ZOLC, Tomasz Jan, director',
      "Director Aoife O'Sample": '!Not among the officers who have not resigned',
    })
    expect((await registersOf(admin, id))[0]?.at).toBe('2026-11-20T10:00:00.000Z')
    const basic = `Basic ${Buffer.from('canary-key:').toString('base64')}`
    expect(requests.filter(({ headers }) => headers.authorization === basic)).toHaveLength(3)
    expect(JSON.stringify(app.dump())).not.toMatch(/\b1949\b|canary/)
  })

  test.each<[string, object, object]>([
    [
      'about to be struck off',
      { company_status_detail: 'active-proposal-to-strike-off', accounts: { overdue: true } },
      { Status: '!active, active proposal to strike off', Overdue: '!accounts' },
    ],
    [
      'dissolved',
      { company_status: 'dissolved', has_insolvency_history: true },
      { Status: '!dissolved', Insolvency: '!Has a history' },
    ],
    [
      'new, with an office in dispute',
      { date_of_creation: '2026-06-01', registered_office_is_in_dispute: true },
      {
        Incorporated: '!1 June 2026',
        'Registered office': '!1 Mill Lane, Leeds, LS1 4AB (disputed or not deliverable)',
      },
    ],
    [
      'named with marks that turn text around',
      { company_status: 'active\u202e\u0000 <b>' },
      { Status: '!active <b>' },
    ],
    [
      'of odd types',
      { accounts: 7, has_insolvency_history: 'no', registered_office_address: [], extra: {} },
      { Overdue: 'Nothing', Insolvency: 'No history', 'Registered office': 'None' },
    ],
  ])('says that a company at Companies House is %s', async (_, more, rows) => {
    const { wrongs, admin, id } = await asked()
    wrongs.profile = { ...profile, ...more }
    expect((await lookUp(admin, id)).status).toBe(303)
    expect(await rowsOf(admin, id)).toMatchObject(rows)
  })

  test('says that Companies House does not know a number', async () => {
    const { wrongs, admin, id } = await asked()
    wrongs.answer = { status: 404, json: { errors: [{ error: 'company-profile-not-found' }] } }
    await lookUp(admin, id)
    expect(await rowsOf(admin, id)).toEqual({ Number: '!01234567 is not registered' })
  })

  test.each(hostile)(
    'says that Companies House %s, and keeps the earlier answer',
    async (_, answer, why) => {
      const { wrongs, admin, id } = await asked()
      await lookUp(admin, id)
      const before = await registersOf(admin, id)
      wrongs.answer = answer
      const refused = await lookUp(admin, id)
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(why)])
      expect(await registersOf(admin, id)).toEqual(before)
    },
  )

  test('waits for no slow Companies House, delays no applicant and asks again later', async () => {
    const { app, wrongs } = await withRegisters()
    wrongs.waits = new Promise(() => {})
    startQueues(app.deps, registerQueue)
    await submit(app.browser())
    await vi.waitFor(
      () => expect(jobsIn(app, 'register')).toMatchObject([{ lastReason: 'unreachable' }, {}]),
      9000,
    )
    expect(jobsIn(app, 'register')).toMatchObject([{ state: 'waiting' }, {}])
  })

  test('never asks Companies House without a key or a number, or from a copy that sends nothing', async () => {
    const silent = testApp()
    await submit(silent.browser())
    expect(jobsIn(silent, 'register')).toEqual([])
    const { admin, id, asked: requests } = await asked({ coRegistration: 'Not registered' })
    const refused = await lookUp(admin, id)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('no UK company number'),
    ])
    expect(requests).toEqual([])
    const copy = await withRegisters({ SEND_NOTHING: 'true' })
    const other = await submit(copy.app.browser())
    expect((await lookUp(await adminBrowser(copy.app), other)).status).toBe(409)
    expect(copy.asked).toEqual([])
  })

  test('shows the register’s answer to reviewers only, and erases it with the person', async () => {
    const { app, admin, id } = await asked()
    await lookUp(admin, id)
    const viewer = { username: 'vic', password: reviewer.password, role: 'viewer' } as const
    expect((await lookUp(await adminBrowser(app, viewer), id)).status).toBe(403)
    const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
    const erp = await withKey(app.browser(), key).get(`/api/applications/${id}`)
    expect(erp.json).not.toHaveProperty('registers')
    expect((await clientBrowser(app, id).get('/client-portal')).text).not.toContain('Mill Lane')
    expect(JSON.stringify(exportPerson(app.deps, id))).toContain('1 Mill Lane')
    await erasePerson(app.deps, id)
    expect(app.dump().register_answers).toEqual([])
    expect(JSON.stringify(app.dump())).not.toContain(answers[1].businessName)
  })
})

describe('HMRC', () => {
  const vat = { vatNo: 'GB 220 4302 31' }

  test('asks HMRC with a token and our own number, and shows the consultation number', async () => {
    const { app, admin, id, asked: requests } = await asked(vat)
    rename(app, 'Example', 'GB123456782')
    expect((await lookUp(admin, id, 'hmrc')).status).toBe(303)
    expect(await rowsOf(admin, id, 'hmrc')).toEqual({
      Number: '220430231',
      'Name as registered': '!SAMPLE CALIBRATION LTD (typed: Sample Calibration Works Ltd)',
      Address: '1 Mill Lane, LS1 4AB, GB',
      'Consultation number': 'abc-def-123',
    })
    expect(requests).toMatchObject([
      { method: 'POST', path: '/oauth/token', body: expect.stringContaining('client_id=us') },
      {
        path: '/organisations/vat/check-vat-number/lookup/220430231/123456782',
        headers: { accept: 'application/vnd.hmrc.2.0+json' },
      },
    ])
  })

  test('says that HMRC does not know a number', async () => {
    const { admin, id } = await asked({ vatNo: 'GB999999973' })
    await lookUp(admin, id, 'hmrc')
    expect(await rowsOf(admin, id, 'hmrc')).toEqual({ Number: '!999999973 is not registered' })
  })

  test.each(hostile)('says that HMRC %s', async (_, answer, why) => {
    const { wrongs, admin, id } = await asked(vat)
    wrongs.answer = answer
    const refused = await lookUp(admin, id, 'hmrc')
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(why)])
  })
})

test('saves a register’s key, never shows it, and removes it again', async () => {
  const app = testApp()
  const admin = await adminBrowser(app)
  const path = '/admin/integrations'
  const form = { action: 'register-key', register: 'hmrc', clientSecret: 'canary' }
  const refused = await admin.postForm(path, form)
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('Enter the client ID'),
  ])
  expect(refused.text).not.toContain('canary')
  expect((await admin.postForm(path, { ...form, clientId: 'us' })).status).toBe(303)
  const { text } = await admin.get(path)
  expect(text).toContain('aria-label="Replace Key: HMRC (VAT)"')
  expect(text + JSON.stringify(app.dump())).not.toContain('canary')
  await admin.postForm(path, { action: 'remove-register', register: 'hmrc' })
  expect(app.dump().register_keys).toEqual([])
})
