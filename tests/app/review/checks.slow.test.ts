import { describe, expect, test } from 'vitest'
import { attachments } from '#db/schema/review.ts'
import { decisionDataOf } from '#src/domain/applications/frozen-data.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'
import { officer } from '../../support/mail/mail-settings.ts'
import { pdf } from '../../support/requests.ts'

const amy = { username: 'amy', password: reviewer.password, role: 'reviewer' } as const
const two = { readyChecks: ['Credit report'], ownChecks: 'Visited', creditNeedsChecks: true }

/** A submitted application, two reviewers, and two checks that credit needs. */
async function stage(wanted: Partial<CompanyInput> = two, answers = {}) {
  const { app, ...rest } = await review(answers)
  askFor(app, wanted)
  return { app, ...rest, colleague: await adminBrowser(app, amy) }
}

function askFor({ deps }: TestApp, asked: Partial<CompanyInput>) {
  const { legal: _, version, ...present } = companyOf(deps)
  saveCompany(deps, officer, { ...present, ...asked }, version)
}

type Given = {
  check?: string
  state?: string
  checkNote?: string
  expected?: number
  files?: File[]
}

/** Sends the form of the card. */
function record(browser: Browser, id: string, { files = [], ...given }: Given = {}) {
  const body = new FormData()
  const fields = { check: 'Credit report', state: 'passed', checkNote: '', expected: 0, ...given }
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  for (const file of files) body.append('files', file)
  return browser.send(`/admin/applications/${id}`, { method: 'POST', body })
}

type Check = { name: string; state: string; event: number; file: { id: number } | null }

const checksOf = async (browser: Browser, id: string) =>
  (await browser.get(`/api/applications/${id}`)).json?.checks as Check[]

const approve = (browser: Browser, id: string, more = {}) =>
  browser.patch(`/api/applications/${id}/approve`, { customerCode: 'EX-001', ...more })

describe('checks before a decision', () => {
  test('shows no checks until they are required, and then shows them as open', async () => {
    const { app, id, admin, page } = await stage({})
    expect(await checksOf(admin, id)).toEqual([])
    expect((await admin.get(page)).text).not.toContain('Record a check')
    askFor(app, two)
    expect(await checksOf(admin, id)).toMatchObject([
      { name: 'Credit report', state: 'open' },
      { name: 'Visited', state: 'open' },
    ])
    expect((await admin.get(page)).text).toContain('Record a check')
  })

  test('records a check with note, file, person and time, also in the history', async () => {
    const { app, id, admin, colleague, page } = await stage()
    const done = await record(colleague, id, { checkNote: 'Score 80', files: [pdf('report.pdf')] })
    expect(done.headers.get('location')).toContain('done=check')
    const [check] = await checksOf(admin, id)
    expect(check).toMatchObject({
      ...{ state: 'passed', note: 'Score 80', by: 'amy', at: '2026-11-20T10:00:00.000Z' },
      ...{ file: { name: 'report.pdf' }, isBeforeEdit: false },
    })
    const path = `/api/applications/${id}/attachments/${check?.file?.id}`
    expect((await admin.get(path)).text).toContain('%PDF-1.7')
    expect((await admin.get(page)).text).toContain('recorded the check &quot;Credit report&quot;')
    await record(admin, id, { expected: check?.event ?? 0, files: [pdf('newer.pdf')] })
    const stored = app.deps.db.orm.select().from(attachments).all()
    expect(stored.map(({ name }) => name)).toEqual(['newer.pdf'])
  })

  test.each<[string, Given, string]>([
    ['a result that needs a word', { state: 'waived' }, 'Write what was found'],
    ['no result', { state: '' }, 'Choose a result'],
    ['a check that nobody asks for', { check: 'Stars' }, 'no longer in use'],
    ['a file of another kind', { files: [new File(['MZ'], 'a.exe')] }, 'is not a PDF'],
    ['two files', { files: [pdf(), pdf()] }, 'Choose one file'],
  ])('refuses %s for a check and keeps the note', async (_, given, why) => {
    const { app, id, admin } = await stage()
    const note = given.state === 'waived' ? {} : { checkNote: 'Typed' }
    const refused = await record(admin, id, { ...note, ...given })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(why)])
    if (note.checkNote) expect(refused.text).toContain('Typed</textarea>')
    expect(app.dump().checks).toEqual([])
    expect(app.deps.db.orm.select().from(attachments).all()).toEqual([])
  })

  test('refuses the second of two people who record the same check at once', async () => {
    const { id, admin, colleague } = await stage()
    await record(colleague, id)
    const late = await record(admin, id, { state: 'failed', checkNote: 'Default in May' })
    expect([late.status, late.text]).toEqual([412, expect.stringContaining('amy has recorded')])
    expect(late.text).toContain('Default in May</textarea>')
    expect((await record(admin, id, { check: 'Visited' })).status).toBe(303)
    expect(await checksOf(admin, id)).toMatchObject([{ state: 'passed' }, { state: 'passed' }])
  })

  test('marks a check when the application was edited after it', async () => {
    const { id, admin, page } = await stage()
    await record(admin, id)
    await admin.patch(`/api/applications/${id}`, { telephone: '+44 20 7946 0999' })
    expect(await checksOf(admin, id)).toMatchObject([{ isBeforeEdit: true }, {}])
    expect((await admin.get(page)).text).toContain('The application was edited since')
  })

  test('keeps recorded checks that are no longer required, and lets them hold nothing up', async () => {
    const { app, id, admin } = await stage()
    await record(admin, id)
    await record(admin, id, {
      check: 'Visited',
      state: 'open',
      checkNote: 'On Monday',
      expected: 99,
    })
    askFor(app, { ...two, ownChecks: null })
    expect(await checksOf(admin, id)).toMatchObject([{ isAsked: true }, { isAsked: false }])
    expect((await approve(admin, id)).status).toBe(200)
  })

  test('shows checks to no viewer, API key or customer, and on no draft', async () => {
    const { app, id, admin } = await stage()
    await record(admin, id, { checkNote: 'Pays late', files: [pdf()] })
    const viewer = await adminBrowser(app, { ...amy, username: 'vic', role: 'viewer' })
    expect((await viewer.get(`/admin/applications/${id}`)).text).not.toContain('Record a check')
    expect((await record(viewer, id)).status).toBe(403)
    const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
    const erp = await withKey(app.browser(), key).get(`/api/applications/${id}`)
    expect(erp.json).not.toHaveProperty('checks')
    expect(erp.text).not.toMatch(/Pays late|Credit report/)
    const client = clientBrowser(app, id)
    expect((await client.get('/client-portal')).text).not.toMatch(/Pays late|Credit report/)
    const [check] = await checksOf(admin, id)
    expect((await client.get(`/api/client/files/${check?.file?.id}`)).status).toBe(404)
    const draft = await fillDraft(app.browser(), { mainEmail: 'other@example.com' })
    expect((await record(admin, draft)).status).toBe(409)
  })

  test('erases and exports checks with the person', async () => {
    const { app, id, admin } = await stage()
    await record(admin, id, { checkNote: 'Pays late', files: [pdf('report.pdf')] })
    const held = JSON.stringify(exportPerson(app.deps, id))
    expect(held).toContain('"note":"Pays late"')
    expect(held).toMatch(/"name":"report.pdf".*;base64,JVBERi/)
    await erasePerson(app.deps, id)
    expect(JSON.stringify(app.dump())).not.toMatch(/Pays late|report\.pdf/)
    expect(app.dump().attachment_pieces).toEqual([])
  })
})

describe('credit that needs checks', () => {
  const open =
    'Credit can only be approved once no check is open. Still open: Credit report, Visited.'

  test('approves credit when no check is open, by call and by form, and prints which were done', async () => {
    const { app, id, admin, page } = await stage()
    const refused = await approve(admin, id)
    expect([refused.status, refused.json]).toEqual([409, { message: open }])
    const form = { action: 'approve', customerCode: 'EX-001' }
    const posted = await admin.postForm(page, form)
    expect([posted.status, posted.text]).toEqual([409, expect.stringContaining(open)])
    await record(admin, id, { checkNote: 'Secret' })
    await record(admin, id, {
      check: 'Visited',
      state: 'waived',
      checkNote: 'Too far',
      expected: 99,
    })
    expect((await approve(admin, id)).status).toBe(200)
    const data = decisionDataOf(app.deps, id)
    expect(data?.checks).toEqual([
      { name: 'Credit report', state: 'passed' },
      { name: 'Visited', state: 'waived' },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Secret|Too far/)
    await admin.patch(`/api/applications/${id}/reject`, {})
    expect(decisionDataOf(app.deps, id)).not.toHaveProperty('checks')
  })

  test('does not confirm credit while a check has been opened again', async () => {
    const { id, app, admin, colleague, page } = await stage()
    await record(admin, id)
    await record(admin, id, { check: 'Visited', expected: 99 })
    askFor(app, { secondPersonAbove: 1000 })
    expect((await approve(admin, id, { creditLimit: '5000' })).status).toBe(202)
    await record(colleague, id, { state: 'open', checkNote: 'Odd name', expected: 99 })
    const proposal = /name="proposal" value="([^"]+)"/.exec((await colleague.get(page)).text)?.[1]
    const form = { action: 'confirm', proposal: proposal ?? '' }
    const refused = await colleague.postForm(page, form)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Still open: Credit report.'),
    ])
  })

  test('does not approve credit without checks by way of a cash account', async () => {
    const { id, admin } = await stage(two, { accountType: 'cash' })
    expect((await approve(admin, id)).status).toBe(200)
    const edited = await admin.patch(`/api/applications/${id}`, { accountType: 'credit' })
    expect([edited.status, edited.json?.message]).toEqual([
      400,
      expect.stringContaining('The account type is part of what was approved'),
    ])
  })

  test.each<[string, object, boolean]>([
    ['a sole trader', { businessTypes: ['Sole Trader'] }, true],
    ['a small partnership', { businessTypes: ['Partnership'] }, true],
    ['a sole trader who pays cash', { businessTypes: ['Sole Trader'], accountType: 'cash' }, false],
    ['a company', { businessTypes: ['Private Ltd Co.'] }, false],
  ])('points out whether credit for %s may be regulated', async (_, answers, isFlagged) => {
    const { id, admin } = await stage({}, answers)
    const { text } = await admin.get(`/admin/applications/${id}`)
    expect(text.includes('is regulated unless it is exempt')).toBe(isFlagged)
  })
})

describe('the checks under Company', () => {
  const save = (admin: Browser, given: Record<string, string | string[]>) =>
    admin.postForm('/admin/company', {
      ...{ action: 'save', version: '0', name: 'Example', salesEmail: 'sales@example.com' },
      ...{ workingDays: '1', promisedFrom: '2', promisedTo: '3', ...given },
    })

  test('requires checks that are ticked or named one a line under Company', async () => {
    const app = testApp()
    const admin = await adminBrowser(app)
    const given = {
      readyChecks: ['UK Sanctions List', 'Credit report'],
      ownChecks: ' Visited \r\n\r\nRang the bank',
      creditNeedsChecks: 'true',
    }
    expect((await save(admin, given)).status).toBe(303)
    expect(companyOf(app.deps)).toMatchObject({
      readyChecks: ['Credit report', 'UK Sanctions List'],
      ownChecks: 'Visited\nRang the bank',
      creditNeedsChecks: true,
    })
  })

  test.each([
    ['more than eight', 'A\nB\nC\nD\nE\nF\nG\nH\nI', 'at most 8 checks'],
    ['one twice', 'Credit report', 'Enter each check once'],
    ['a long one', 'x'.repeat(61), 'Use 60 characters or fewer'],
  ])('refuses required checks with %s', async (_, ownChecks, why) => {
    const app = testApp()
    const admin = await adminBrowser(app)
    const refused = await save(admin, { readyChecks: 'Credit report', ownChecks })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(why)])
  })
})
