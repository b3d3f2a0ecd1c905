import { beforeEach, expect, test } from 'vitest'
import { days } from '#src/domain/calendar.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { answers, finalSave } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const instant = (day: number) => `2026-11-${day}T10:00:00.000Z`

let app: TestApp
let id: string
const nextDay = () => (app.clock.now += days(1))
const patch = async (path: string, body: object) => {
  const { status } = await (await adminBrowser(app)).patch(`/api/applications/${id}${path}`, body)
  expect(status).toBe(200)
}

/** Begun on the 20th, sent on the 21st, decided on the 22nd and edited on the 23rd. */
beforeEach(async () => {
  app = testApp()
  const applicant = app.browser()
  id = await fillDraft(applicant)
  nextDay()
  expect((await applicant.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
  nextDay()
  await patch('/approve', { customerCode: 'CAL-042' })
  nextDay()
  await patch('', { buyerName: 'Zoe New' })
})

const approved = {
  createdAt: instant(20),
  submittedAt: instant(21),
  approvedAt: instant(22),
  rejectedAt: null,
  updatedAt: instant(23),
}

test('shows staff the day of each step on the record', async () => {
  const admin = await adminBrowser(app)
  const { json } = await admin.get(`/api/applications/${id}`)
  expect(json).toMatchObject({ ...approved, financeDate: '2026-11-22' })
  nextDay()
  await patch('/reject', { reason: 'No references' })
  const later = await (await adminBrowser(app)).get(`/api/applications/${id}`)
  expect(later.json).toMatchObject({
    submittedAt: instant(21),
    approvedAt: null,
    rejectedAt: instant(24),
    financeDate: '2026-11-24',
  })
})

test('shows the day of each step in the portal', async () => {
  expect((await clientBrowser(app, id).get('/api/client/application')).json).toMatchObject(approved)
  const rows = async () => {
    const { text } = await clientBrowser(app, id).get('/client-portal')
    const found = text.matchAll(/<dt>(Submitted|Approved|Rejected)<\/dt><dd>([^<]*)/g)
    return Object.fromEntries(Array.from(found, ([, label, day]) => [label, day]))
  }
  expect(await rows()).toEqual({ Submitted: '21 November 2026', Approved: '22 November 2026' })
  nextDay()
  await patch('/reject', { reason: 'No references' })
  expect(await rows()).toEqual({ Submitted: '21 November 2026', Rejected: '24 November 2026' })
})

test('prints the day of the submit in the current view, and signatures for the name at that time', async () => {
  await patch('', { businessName: 'Renamed Sample Ltd' })
  const { status } = await clientBrowser(app, id).get(`/api/applications/${id}/pdf`)
  expect(status).toBe(200)
  const sheet = app.pdf.made.at(-1)?.sheet
  expect(sheet?.submittedAt).toContain('21 November 2026')
  expect(sheet?.title).toBe('Renamed Sample Ltd')
  expect(sheet?.signatures[0]?.caption).toBe(`For ${answers[1].businessName}`)
})

test('exports the day of each step, the owner and who decided', async () => {
  const owner = { username: 'owner', password: 'brass kettle on 4 hobs' }
  await (await adminBrowser(app, owner)).postForm(`/admin/applications/${id}`, { action: 'take' })
  const { text } = await (await adminBrowser(app)).get('/api/applications/export')
  const [head = [], row] = text.split('\r\n').map((line) => line.slice(1, -1).split('","'))
  const cells = Object.fromEntries(head.map((title, at) => [title, row?.[at]]))
  expect(cells).toMatchObject({
    Created: '2026-11-20',
    Submitted: '2026-11-21',
    'Decision date': '2026-11-22',
    Updated: '2026-11-23',
    Owner: 'owner',
    'Decided by': 'reviewer',
  })
})
