import { describe, expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import {
  closeTradeAccount,
  reopenTradeAccount,
  reviewTradeAccount,
} from '#src/domain/decisions/trade-account.ts'
import { askForInformation, withdrawRequest } from '#src/domain/portal/requests.ts'
import { refusals } from '#src/domain/refusal.ts'
import { lookUpNow } from '#src/domain/registers/look-up.ts'
import {
  approveApplication,
  confirmApproval,
  correctCode,
  rejectApplication,
  sharedCodeWarning,
} from '#src/domain/review/decide.ts'
import { addNote, editApplication, moveSignIn, setOwner } from '#src/domain/review/edit.ts'
import { declineProposal } from '#src/domain/review/proposals.ts'
import { recordCheck } from '#src/domain/review/record-check.ts'
import { sendAgain } from '#src/domain/review/send-again.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

/** An app with an application, and somebody of a role who is signed in. */
async function stage(role: Role) {
  const app = testApp()
  const id = await submit(app.browser())
  return { app, id, browser: await adminBrowser(app, { ...reviewer, role }) }
}

/** The actions that the record offers, by a word of each button or form. */
const offers = ['Approve Application', 'Reject Application', 'Edit', 'Add Note', 'Move Sign-in']

describe('actions that a role may not take are not offered', () => {
  test.each([
    ['viewer', []],
    ['reviewer', offers],
    ['administrator', offers],
  ] as const)('offers a %s on the record only what the role may do', async (role, expected) => {
    const { id, browser } = await stage(role)
    const { status, text } = await browser.get(`/admin/applications/${id}`)
    expect(status).toBe(200)
    const buttons = [...text.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = '']) =>
      words.replace(/<[^>]*>/g, '').trim(),
    )
    expect(offers.filter((offer) => buttons.includes(offer))).toEqual(expected)
  })
})

const approval = {
  ...{ customerCode: 'C-1', creditLimit: null, paymentTerms: null },
  ...{ reviewDate: null, remark: null, isInDocument: false },
}

/** Each action of the record, as another caller than the record page could ask for it. */
const actions: [string, (deps: Deps, actor: Admin, id: string) => unknown][] = [
  ['edit', (deps, by, id) => editApplication(deps, by, id, { businessName: 'Changed' }, null)],
  ['set owner', (deps, by, id) => setOwner(deps, by, id, null, by.username)],
  ['add a note', (deps, by, id) => addNote(deps, by, id, 'A note')],
  ['move the sign-in', (deps, by, id) => moveSignIn(deps, by, id, 'new@example.com')],
  ['approve', (deps, by, id) => approveApplication(deps, by, id, approval)],
  ['confirm an approval', (deps, by, id) => confirmApproval(deps, by, id, 'mark')],
  [
    'decline an approval',
    (deps, by, id) => declineProposal(deps, by, id, { proposal: 'mark', declineReason: 'No' }),
  ],
  ['reject', (deps, by, id) => rejectApplication(deps, by, id, 'No')],
  [
    'correct the customer code',
    (deps, by, id) => correctCode(deps, by, id, { customerCode: 'C-2', sharedCode: '' }, null),
  ],
  ['see who has a customer code', (deps, by, id) => sharedCodeWarning(deps, by, id, 'C-1')],
  ['send an email again', (deps, by, id) => sendAgain(deps, by, id, 1)],
  ['ask for information', (deps, by, id) => askForInformation(deps, by, id, 'Who owns it?')],
  ['withdraw a request for information', (deps, by, id) => withdrawRequest(deps, by, id, 1)],
  ['look up a register', (deps, by, id) => lookUpNow(deps, by, id, 'companies-house')],
  [
    'record a check',
    (deps, by, id) =>
      recordCheck(deps, by, id, {
        ...{ check: 'Identity', state: 'passed', checkNote: null, expected: 0, file: null },
      }),
  ],
  [
    'review the trade account',
    (deps, by, id) =>
      reviewTradeAccount(deps, by, id, { reviewDate: null, reviewRemark: null }, null),
  ],
  [
    'close the trade account',
    (deps, by, id) =>
      closeTradeAccount(deps, by, id, { closedOn: '2026-11-20', closingReason: 'Left' }, null),
  ],
  ['open the trade account again', (deps, by, id) => reopenTradeAccount(deps, by, id, null)],
]

test.each(actions)('refuses to let a viewer %s, whichever call is used', async (_, act) => {
  const { app, id } = await stage('viewer')
  const account = await makeAdmin(app, { ...reviewer, role: 'viewer' })
  const viewer = { kind: 'admin', sessionHash: '', ...account, role: 'viewer' } as const
  const before = app.dump()
  await expect((async () => act(app.deps, viewer, id))()).rejects.toThrow(refusals.roleMayNot)
  expect(app.dump()).toEqual(before)
})

describe('actions that a role may not take are refused', () => {
  test.each([
    ['approve', { customerCode: 'C-1' }],
    ['reject', { reason: 'No' }],
    ['save', { businessName: 'Changed' }],
    ['note', { note: 'A note' }],
    ['move', { signInEmail: 'new@example.com' }],
  ])('refuses a viewer who posts the form "%s" without scripts', async (action, fields) => {
    const { app, id, browser } = await stage('viewer')
    const stored = () => {
      const { applications, notes, clients, jobs } = app.dump()
      return { applications, notes, clients, jobs }
    }
    const before = stored()
    const answer = await browser.postForm(`/admin/applications/${id}`, { action, ...fields })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain(refusals.roleMayNot)
    expect(stored()).toEqual(before)
  })

  test.each(['viewer', 'reviewer'] as const)(
    'refuses a %s who opens the settings',
    async (role) => {
      const { browser } = await stage(role)
      const page = await browser.get('/admin/email-settings')
      expect(page.status).toBe(403)
      expect(page.text).toContain(refusals.roleMayNot)
      const posted = await browser.postForm('/admin/email-settings', { action: 'save' })
      expect(posted.status).toBe(403)
      const call = await browser.get('/api/email-settings')
      expect([call.status, call.json]).toEqual([403, { message: refusals.roleMayNot }])
    },
  )
})
