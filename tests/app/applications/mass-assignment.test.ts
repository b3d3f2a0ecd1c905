import { describe, expect, test } from 'vitest'
import { signedDataOf } from '#src/domain/documents/stored-documents.ts'
import { fillDraft, startDraft, stored } from '../../support/app/applicants.ts'
import { answers, finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { scenarios } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

/** What no applicant may say of an application: every column that is not an answer. */
const claims = {
  id: 'AAAA-BBBB-CCCC',
  seq: 4711,
  version: 99,
  submittedAt: '2020-01-01T00:00:00.000Z',
  createdAt: 1,
  updatedAt: 1,
  approvedAt: 1,
  rejectedAt: 1,
  rejectionReason: 'because',
  customerCode: 'CUST-1',
  financeDecision: 'Approved',
  financeDate: '2026-01-01',
  financeBy: 'The applicant',
  mainEmailKey: 'someone@example.com',
  telephoneKey: '1',
  completionPercentage: 100,
  hasInk: false,
  typedName: '',
}

const own = {
  status: 'draft',
  completionPercentage: 80,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectionReason: null,
  customerCode: null,
  financeDecision: null,
  financeDate: null,
  financeBy: null,
  mainEmailKey: null,
  telephoneKey: null,
}

describe("the client's claims are not believed", () => {
  const bodies: [string, object][] = [
    ['inside a section', { ...sectionSave(4), 4: { ...answers[4], ...claims } }],
  ]
  for (const [where, body] of bodies) {
    scenarios([
      {
        name: `${where}, on the first save`,
        body,
        status: 201,
        saysNot: ['AAAA-BBBB-CCCC'],
        after: ({ app, answer, browser: _ }) => {
          const { application } = stored(app, String(answer.json?.id))
          expect(application).toMatchObject({ ...own, version: 1, createdAt: app.clock.now })
          expect(application.seq).not.toBe(4711)
          expect(answer.json).toEqual({
            id: application.id,
            status: 'draft',
            completionPercentage: 80,
          })
        },
      },
      {
        name: `${where}, on a later save`,
        before: (browser) => startDraft(browser),
        body,
        status: 200,
        after: ({ app, id }) =>
          expect(stored(app, id).application).toMatchObject({ ...own, id, version: 2 }),
      },
    ])
  }

  test("the server's clock says when an application was submitted", async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    app.clock.now += 60_000
    const answer = await browser.put(`/api/applications/${id}`, { ...finalSave(), ...claims })
    expect(answer.json).toEqual({ id, status: 'submitted', completionPercentage: 100 })
    const { application, documents } = stored(app, id)
    expect(application).toMatchObject({
      status: 'submitted',
      submittedAt: app.clock.now,
      customerCode: null,
      approvedAt: null,
    })
    expect(documents).toMatchObject([{ kind: 'signed', frozenAt: app.clock.now }])
    expect(signedDataOf(app.deps, id)).toMatchObject({
      signedAt: new Date(app.clock.now).toISOString(),
      from: { address: '127.0.0.1' },
    })
  })
})

describe('percent', () => {
  test('the highest that was reached is kept when somebody goes back', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await startDraft(browser, 4)
    const back = await browser.put(`/api/applications/${id}`, sectionSave(1))
    expect(back.json).toEqual({ id, status: 'draft', completionPercentage: 80 })
    const on = await browser.put(`/api/applications/${id}`, sectionSave(5))
    expect(on.json?.completionPercentage).toBe(100)
    expect(stored(app, id).application.status).toBe('draft')
  })
})
