import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verify } from '#src/commands/verify.ts'
import { decisionDataOf } from '#src/domain/applications/frozen-data.ts'
import { days } from '#src/domain/calendar.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { removeRetired } from '#src/domain/privacy/retention.ts'
import { toDataUri } from '#src/security/png.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { recordCheck, saveDetails } from '../../support/app/checks.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { retain } from '../../support/app/retention.ts'
import { tamper } from '../../support/app/tamper.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { keyedApp, runBeside } from '../../support/commands.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'
import { answer, ask, pdf } from '../../support/requests.ts'

const second = { username: 'second', password: 'seven green lamps', role: 'reviewer' } as const
const image = toDataUri(makePng({ ...stroke, width: 300, height: 100 }))
const approval = { customerCode: 'CAL-042', creditLimit: 4000, isInDocument: true }

/**
 * A submitted application with a recorded check and an answered question, and two people who may decide. Above £10,000 it
 * takes both.
 */
async function scene() {
  const app = keyedApp()
  saveDetails(app, {
    readyChecks: ['Credit report', 'UK Sanctions List'],
    secondPersonAbove: 10_000,
  })
  const admin = await adminBrowser(app)
  const colleague = await adminBrowser(app, second)
  await onAccount(admin, 'name', { fullName: 'Rae Viewer' })
  await onAccount(admin, 'signature', { signature: image })
  const id = await submit(app.browser())
  await recordCheck(admin, id, { check: 'Credit report', checkNote: 'Score 80' })
  await ask(admin, id, 'Who owns the company?')
  const client = clientBrowser(app, id)
  await answer(client, { answer: 'Jo Sample', files: [pdf('owners.pdf')] })
  await issueAll(app)
  return { app, admin, colleague, client, id, page: `/admin/applications/${id}` }
}

/** Changes the database like somebody who can write the file, but has no key. */
const forge = (app: TestApp, sql: string) => tamper(app.deps.db.path, sql)

/** Returns what the command prints, with its error last. */
async function verified(app: TestApp): Promise<string> {
  const { said, error } = await runBeside(app, verify)
  return error ? `${said}\n${error}` : said
}

const approve = (browser: Browser, id: string, body: object = approval) =>
  browser.patch(`/api/applications/${id}/approve`, body)

async function confirm(browser: Browser, page: string, action = 'confirm') {
  const [, proposal = ''] =
    /name="proposal" value="([^"]+)"/.exec((await browser.get(page)).text) ?? []
  return browser.postForm(page, { action, proposal, declineReason: 'Not proposed by them' })
}

describe('a decision document', () => {
  test('names checks, answers, files and the decider in a decision document as in the history', async () => {
    const { app, admin, id } = await scene()
    expect((await approve(admin, id)).status).toBe(200)
    const data = decisionDataOf(app.deps, id)
    const sha256 = createHash('sha256').update('%PDF-1.7\nx\n%%EOF\n').digest('hex')
    expect(data).toMatchObject({
      format: 'countersign-decision-3',
      decider: { name: 'Rae Viewer', signIn: 'password' },
      checks: [{ name: 'Credit report', state: 'passed' }],
      requests: [
        {
          question: 'Who owns the company?',
          answer: 'Jo Sample',
          files: [{ name: 'owners.pdf', size: 17, sha256 }],
        },
      ],
      signature: { sha256: expect.any(String) },
    })
    expect(data).not.toHaveProperty('receipt')
    await issueAll(app)
    expect(await verified(app)).toContain('match the history')
  })

  test('names nobody in a decision document by a name that nobody saved', async () => {
    const { app, admin, colleague, id, page } = await scene()
    await approve(admin, id, { ...approval, creditLimit: 20_000 })
    forge(app, "update admins set full_name = 'Forged Director'")
    expect((await confirm(colleague, page)).headers.get('location')).toContain('done=approve')
    expect(decisionDataOf(app.deps, id)?.decider).toMatchObject({
      name: null,
      proposedBy: { name: 'Rae Viewer', username: 'reviewer' },
    })
  })

  test('keeps the decider when the code is corrected, whatever the documents table says', async () => {
    const { app, admin, colleague, id } = await scene()
    await approve(admin, id)
    forge(app, `update documents set data = replace(data, 'Rae Viewer', 'Forged Director')`)
    const correction = { action: 'correct', customerCode: 'CAL-043' }
    const refused = await colleague.postForm(`/admin/applications/${id}`, correction)
    expect(refused.status).toBe(409)
    forge(app, `update documents set data = replace(data, 'Forged Director', 'Rae Viewer')`)
    await colleague.postForm(`/admin/applications/${id}`, correction)
    expect(decisionDataOf(app.deps, id)).toMatchObject({
      customerCode: 'CAL-043',
      decider: { name: 'Rae Viewer' },
      correction: { username: 'second' },
    })
  })
})

type Forgery = [name: string, sql: string, says: string | RegExp]

const event = "(select max(seq) from events where action = 'application submitted')"

/** None of these changes the record itself, so that somebody can still decide on it. */
const forgeries: Forgery[] = [
  [
    'a check that nobody recorded',
    `insert into checks (application, name, state, note, event) values (1, 'Forged check', 'passed', 'Forged', ${event})`,
    'no event says that the check "Forged check" was recorded',
  ],
  [
    'another result of a check',
    "update checks set state = 'waived', note = 'Forged'",
    'the check "Credit report" is not what was recorded',
  ],
  ['a check that is gone', 'delete from checks', 'the check "Credit report" is gone'],
  [
    'a question that nobody asked',
    `insert into information_requests (application, text, asked_by, asked_at, answer, answered_at)
     values (1, 'Forged question?', 'reviewer', 1, 'Forged answer', 2)`,
    /no event says that question \d+ was asked/,
  ],
  [
    'another question',
    "update information_requests set text = 'Forged question?'",
    'question 1 is not what was asked or answered',
  ],
  [
    'another answer',
    "update information_requests set answer = 'Forged answer'",
    'question 1 is not what was asked or answered',
  ],
  [
    'an answer that is gone',
    'update information_requests set answer = null, answered_at = null, closed_at = 5',
    'question 1 is not what was asked or answered',
  ],
  [
    'a file of an answer under another name',
    "update attachments set name = 'forged.pdf'",
    'the files of question 1 are not those that were sent',
  ],
  [
    'other bytes in a file of an answer',
    "update attachment_pieces set bytes = cast('Forged' as blob)",
    'the file "owners.pdf" is not the one that was sent',
  ],
  [
    'the address of a receipt',
    "update jobs set data = json_set(data, '$.to.address', 'forged@example.com'), sent_at = 5 where kind = 'receipt'",
    'Address of the receipt is "forged@example.com"',
  ],
  [
    'the name of a decider',
    "update admins set full_name = 'Forged Director' where username = 'reviewer'",
    'account reviewer: its full name is not the one that was saved',
  ],
  [
    'the name of a new account',
    "update admins set full_name = 'Forged Director' where username = 'second'",
    'account second: its full name is not the one that was saved',
  ],
  [
    'the signature of a decider',
    "update admins set signature_png = (select png from signatures limit 1) where username = 'reviewer'",
    'account reviewer: its signature is not the one that was saved',
  ],
]

describe('facts that somebody wrote into the database file', () => {
  test.each(forgeries)(
    'reports a fact that somebody wrote into the database, and prints it in no document: %s',
    async (...[, sql, says]) => {
      const { app, admin, id, page } = await scene()
      forge(app, sql)
      expect(await verified(app)).toMatch(says)
      await admin.get(page)
      expect((await admin.patch(`/api/applications/${id}`, { buyerName: 'Zoe New' })).status).toBe(
        200,
      )
      expect(await verified(app)).toMatch(says)
      expect((await approve(admin, id)).status).toBe(200)
      await issueAll(app)
      const [, decided] = stored(app, id).documents
      expect(decided?.pdf).not.toBeNull()
      expect(decided?.data).not.toMatch(/forged/i)
      expect(decided?.data).toContain('Who owns the company?')
      expect(decided?.signature).toEqual(sql.includes('signature_png') ? null : decided?.signature)
      expect(await verified(app)).toMatch(says)
    },
  )

  test('does not count a check written into the database file as passed before a credit approval', async () => {
    const { app, admin, id } = await scene()
    saveDetails(app, { creditNeedsChecks: true })
    forge(
      app,
      `insert into checks (application, name, state, event) values (1, 'UK Sanctions List', 'passed', ${event})`,
    )
    const { status, json } = await approve(admin, id)
    expect([status, json?.message]).toEqual([409, expect.stringContaining('UK Sanctions List')])
  })

  test.each<[string, string, string]>([
    ['a name', "update applications set business_name = 'Forged Ltd'", 'is "Forged Ltd"'],
    [
      'a delivery address',
      "update applications set delivery_address = 'Forged Yard'",
      'is "Forged Yard"',
    ],
    ['a director', "update directors set name = 'Forged Name' where ordinal = 0", 'Directors is'],
    ['a sign-in address', "update clients set email = 'forged@example.com'", 'Sign-in address is'],
    [
      'a submit',
      'update applications set submitted_at = submitted_at - 86400000',
      'Submitted at is',
    ],
  ])(
    'refuses a decision while somebody has changed %s of the record in the database file',
    async (_, sql, says) => {
      const { app, admin, id } = await scene()
      forge(app, sql)
      for (const decision of [
        approve(admin, id),
        admin.patch(`/api/applications/${id}/reject`, {}),
      ]) {
        const { status, json } = await decision
        expect([status, json?.message]).toEqual([409, expect.stringContaining(says)])
      }
      expect(stored(app, id).documents).toHaveLength(1)
      expect(await verified(app)).toContain(says)
    },
  )

  test('refuses a signature under terms that nobody published', async () => {
    const app = keyedApp()
    forge(
      app,
      "insert into terms_versions values ('2026-01-01', '# Forged' || char(10, 10) || 'Forged.', 'x', '2026-01-01', 1, 'x')",
    )
    await expect(submit(app.browser())).rejects.toThrow('409')
    expect(await verified(app)).toContain('no event says that they were published')
    expect(app.dump().documents).toEqual([])
  })

  test('does not carry a credit limit from the database file into a document with a corrected code', async () => {
    const { app, admin, id, page } = await scene()
    await approve(admin, id)
    forge(app, 'update decision_records set credit_limit = 900000')
    const { status, text } = await admin.postForm(page, {
      action: 'correct',
      customerCode: 'CAL-043',
    })
    expect([status, text]).toEqual([
      409,
      expect.stringContaining('and the history says &quot;4000&quot;'),
    ])
    expect(stored(app, id).documents).toHaveLength(2)
  })

  test('still reports the changed fact after somebody has corrected the record, which can be decided then', async () => {
    const { app, admin, id } = await scene()
    // The triggers stay on, so that the search finds the changed text.
    app.deps.db.sqlite.exec("update applications set buyer_name = 'Forged Buyer'")
    expect((await admin.patch(`/api/applications/${id}`, { buyerName: 'Zoe New' })).status).toBe(
      200,
    )
    const says = /event \d+ found "Forged Buyer" as Buyer name, and the history said/
    expect(await verified(app)).toMatch(says)
    expect((await approve(admin, id)).status).toBe(200)
    expect(decisionDataOf(app.deps, id)?.fields.buyerName).toBe('Zoe New')
    expect(await verified(app)).toMatch(says)
  })
})

describe('a confirmation', () => {
  const high = { ...approval, creditLimit: 20_000 }
  const proposed = `insert into approval_proposals (application, proposed_by, proposed_at, application_version, customer_code,
      credit_limit, is_in_document)
    select seq, (select id from admins where username = 'reviewer'), 5, version, 'FORGED', 900000, 1 from applications`

  test('refuses to confirm a proposal that nobody made, and lets it be declined', async () => {
    const { app, colleague, id, page } = await scene()
    forge(app, proposed)
    expect(await verified(app)).toContain('no event says that its approval was proposed')
    const refused = await confirm(colleague, page)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('The history does not agree with this proposal'),
    ])
    expect(stored(app, id).application.status).toBe('submitted')
    expect((await confirm(colleague, page, 'decline')).headers.get('location')).toContain('decline')
    expect(await verified(app)).toContain('match the history')
  })

  test.each<[string, string]>([
    ['of another limit', 'update approval_proposals set credit_limit = 900000'],
    ['of another code', "update approval_proposals set customer_code = 'FORGED'"],
    [
      'by another person',
      "update approval_proposals set proposed_by = (select id from admins where username = 'head')",
    ],
  ])('refuses to confirm a proposal that is now one %s', async (_, sql) => {
    const { app, admin, colleague, id, page } = await scene()
    await approve(admin, id, high)
    forge(app, sql)
    expect(await verified(app)).toContain('the proposed approval is not what was proposed')
    expect((await confirm(colleague, page)).status).toBe(409)
    expect(stored(app, id).application.status).toBe('submitted')
  })

  test('refuses to confirm a proposal from before the last edit, whatever version it names', async () => {
    const { app, admin, colleague, id, page } = await scene()
    await approve(admin, id, high)
    await admin.patch(`/api/applications/${id}`, { buyerName: 'Zoe New' })
    forge(
      app,
      'update approval_proposals set application_version = (select version from applications)',
    )
    expect(await verified(app)).toContain('but the record was changed since')
    expect((await confirm(colleague, page)).status).toBe(409)
  })

  test('refuses to confirm a proposal once a question was answered after it', async () => {
    const { app, admin, colleague, client, id, page } = await scene()
    await ask(admin, id, 'And who else?')
    await approve(admin, id, high)
    await answer(client, { answer: 'Nobody' })
    expect((await confirm(colleague, page)).status).toBe(409)
    expect(await verified(app)).toContain('match the history')
  })

  test('uses a check as it was recorded after the proposal', async () => {
    const { app, admin, colleague, id, page } = await scene()
    await approve(admin, id, high)
    await recordCheck(colleague, id, { check: 'Credit report', state: 'failed', checkNote: 'Old' })
    await recordCheck(colleague, id, { check: 'UK Sanctions List', file: pdf('list.pdf') })
    expect((await confirm(colleague, page)).status).toBe(303)
    expect(decisionDataOf(app.deps, id)).toMatchObject({
      agreed: { creditLimit: 20_000 },
      checks: [
        { name: 'Credit report', state: 'failed' },
        { name: 'UK Sanctions List', state: 'passed' },
      ],
    })
    await issueAll(app)
    expect(await verified(app)).toContain('match the history')
  })
})

describe('what agrees with the history', () => {
  test('verifies two decisions, and questions that were withdrawn or closed by a decision', async () => {
    const { app, admin, id, page } = await scene()
    await ask(admin, id, 'A second one?')
    await admin.postForm(page, { action: 'withdraw', request: '2' })
    await ask(admin, id, 'A third one?')
    expect((await approve(admin, id)).status).toBe(200)
    expect((await admin.patch(`/api/applications/${id}/reject`, { reason: 'No' })).status).toBe(200)
    const requests = decisionDataOf(app.deps, id)?.requests
    expect(requests?.map(({ question }) => question)).toEqual(['Who owns the company?'])
    await issueAll(app)
    expect(await verified(app)).toContain('match the history')
  })

  test('verifies an account that removes its signature and changes its name', async () => {
    const { app, admin, id } = await scene()
    await onAccount(admin, 'name', { fullName: 'Rae Renamed' })
    await onAccount(admin, 'remove-signature')
    await approve(admin, id)
    expect(decisionDataOf(app.deps, id)).toMatchObject({
      decider: { name: 'Rae Renamed' },
      signature: null,
    })
    await issueAll(app)
    expect(await verified(app)).toContain('match the history')
  })

  test('verifies an erased person with a check, an answer and a proposal', async () => {
    const { app, admin, id } = await scene()
    await approve(admin, id, { ...approval, creditLimit: 20_000 })
    await erasePerson(app.deps, id)
    expect(await verified(app)).toMatch(
      /values of \d+ were erased[\s\S]*match the history: 0 applications/,
    )
  })

  test('verifies an application that was removed after its retention', async () => {
    const { app, admin, id } = await scene()
    await admin.patch(`/api/applications/${id}/reject`, { reason: 'No' })
    retain(app, { rejectedDays: 30 })
    app.clock.now += days(31)
    expect(await removeRetired(app.deps)).toBe(1)
    expect(await verified(app)).toContain('match the history: 0 applications')
  })
})
