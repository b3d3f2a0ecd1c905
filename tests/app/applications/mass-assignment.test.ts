import { expect, test } from 'vitest'
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

scenarios([
  {
    name: "the applicant's claims inside a section are not believed",
    body: { ...sectionSave(4), 4: { ...answers[4], ...claims } },
    status: 201,
    saysNot: ['AAAA-BBBB-CCCC'],
    after: ({ app, answer }) => {
      const { application } = stored(app, String(answer.json?.id))
      expect(application).toMatchObject({ ...own, version: 1, createdAt: app.clock.now })
      expect(application.seq).not.toBe(4711)
      const { id } = application
      expect(answer.json).toEqual({ id, status: 'draft', completionPercentage: 80 })
    },
  },
  {
    name: 'nor in a submit',
    before: (browser) => fillDraft(browser),
    body: { ...finalSave(), ...claims },
    status: 200,
    after: ({ app, id }) =>
      expect(stored(app, id).application).toMatchObject({
        status: 'submitted',
        submittedAt: app.clock.now,
        customerCode: null,
        approvedAt: null,
      }),
  },
])

test('keeps the highest percentage reached when somebody goes back', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await startDraft(browser, 4)
  const back = await browser.put(`/api/applications/${id}`, sectionSave(1))
  expect(back.json).toEqual({ id, status: 'draft', completionPercentage: 80 })
  const on = await browser.put(`/api/applications/${id}`, sectionSave(5))
  expect(on.json).toEqual({ id, status: 'draft', completionPercentage: 100 })
})
