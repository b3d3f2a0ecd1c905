import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventRows } from '#src/domain/documents/sheet-parts.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { toDataUri } from '#src/security/png.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { stored, storedAnswers, submit } from '../../support/app/applicants.ts'
import { answers, finalSave } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { issue, pdfBytes } from '../../support/app/issued-documents.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'
import { answer, ask, pdf } from '../../support/requests.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const frozenOf = (app: TestApp, id: string) =>
  stored(app, id).documents.map(({ kind, data, signature }) => {
    expect(data).toBe(inOneOrder(JSON.parse(data ?? '')))
    return { kind, data: JSON.parse(data ?? ''), signature }
  })

/** JSON without white space and with the names of every object in order: what RFC 8785 asks of these values. */
function inOneOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneOrder).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${inOneOrder(part)}`).join()}}`
}

const here = { at: '2026-11-20T10:00:00.000Z', by: 'Applicant', address: '127.0.0.1' }

/** Of the event that a document names: what it is about, and the hash of what was frozen that it holds. */
const eventAt = (app: TestApp, seq: number) =>
  app.deps.db.sqlite
    .prepare(
      `select application, action, value ->> 'after' as sha256
      from events join event_changes on event = seq, json_each(changes)
      where seq = ? and value ->> 'field' = 'frozenData'`,
    )
    .get(seq)

test('freezes every answer, the directors, the signature and how it was signed at the submit', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const [{ data, signature } = never(), ...others] = frozenOf(app, id)
  const png = stored(app, id).signatures[0]?.png ?? Buffer.alloc(0)
  expect(others).toEqual([])
  expect(data).toEqual({
    format: 'countersign-signed-3',
    application: id,
    fields: { ...data.fields, ...storedAnswers() },
    directors: answers[2].directors,
    signature: { kind: 'drawn', typedName: null, hasInk: true, sha256: hashOf(png) },
    terms: data.terms,
    consent: 'by call',
    consentNumber: null,
    signedAt: '2026-11-20T10:00:00.000Z',
    from: { address: '127.0.0.1', agent: data.from.agent },
    events: [
      { ...here, action: 'draft created', sections: [1, 2, 3, 4, 5] },
      { ...here, action: 'application submitted', sections: [] },
    ],
    history: { event: data.history.event },
  })
  expect(eventAt(app, data.history.event)).toEqual({
    application: id,
    action: 'application submitted',
    sha256: hashOf(Buffer.from(stored(app, id).documents[0]?.data ?? '')),
  })
  expect(signature).toEqual(png)
  expect(Object.keys(data.fields)).not.toContain('authSignature')
})

test('does not count the suggested date of agreement as a section that somebody filled in', async () => {
  const app = testApp()
  const browser = app.browser()
  const { agreementDate } = answers[5]
  const begun = await browser.post('/api/applications', { 1: answers[1], 5: { agreementDate } })
  const id = String(begun.json?.id)
  await browser.put(`/api/applications/${id}`, finalSave())
  expect(frozenOf(app, id)[0]?.data.events[0]).toMatchObject({
    action: 'draft created',
    sections: [1],
  })
})

test('freezes each decision with the record of that moment, and keeps what was frozen before', async () => {
  const { app, id, admin } = await review()
  const path = `/api/applications/${id}`
  await admin.patch(path, { buyerName: 'Zoe New' })
  await admin.patch(`${path}/approve`, { customerCode: 'CAL-042' })
  const before = frozenOf(app, id)
  const signature = toDataUri(makePng({ ...stroke, width: 300, height: 100 }))
  await onAccount(admin, 'signature', { signature })
  app.clock.now += 24 * 60 * 60_000
  const nextDay = await adminBrowser(app)
  await nextDay.patch(`${path}/reject`, { reason: 'No references' })
  const frozen = frozenOf(app, id)
  expect(frozen.slice(0, 2)).toEqual(before)
  expect(frozen.map(({ kind }) => kind)).toEqual(['signed', 'countersigned', 'countersigned'])
  expect(frozen[0]?.data.fields.buyerName).toBe(answers[4].buyerName)
  const approval = frozen[1]?.data
  expect(approval).toMatchObject({
    format: 'countersign-decision-3',
    ...{ application: id, decision: 'approved', customerCode: 'CAL-042', reason: null },
    ...{ decidedAt: '2026-11-20T10:00:00.000Z', financeDate: '2026-11-20' },
    ...{ decidedBy: 'reviewer', signature: null, fields: { buyerName: 'Zoe New' } },
    events: expect.arrayContaining([
      expect.objectContaining({ action: 'application amended', fields: ['buyerName'] }),
    ]),
  })
  expect(eventAt(app, approval.history.event)).toMatchObject({
    action: 'application approved',
    sha256: hashOf(Buffer.from(stored(app, id).documents[1]?.data ?? '')),
  })
  expect(frozen[2]?.data).toMatchObject({
    ...{ decision: 'rejected', customerCode: 'CAL-042', reason: 'No references' },
    ...{ decidedAt: '2026-11-21T10:00:00.000Z', financeDate: '2026-11-21' },
    signature: { sha256: hashOf(frozen[2]?.signature ?? Buffer.alloc(0)) },
  })
})

test('freezes who decided by name, whose mailbox was confirmed, and what was answered', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await onAccount(admin, 'name', { fullName: 'Dee Sampler' })
  for (const files of [[pdf('a.pdf'), pdf('b.pdf')], []]) {
    await ask(admin, id, 'Who owns it?')
    await answer(browser, { answer: 'Jo Example', files })
  }
  await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-042' })
  const { data } = frozenOf(app, id).at(-1) ?? never()
  const { at } = here
  const file = { size: 17, sha256: hashOf(await pdf().bytes()) }
  const asked = { askedAt: at, question: 'Who owns it?', answeredAt: at, answer: 'Jo Example' }
  expect(data.requests).toEqual([
    { ...asked, files: ['a.pdf', 'b.pdf'].map((name) => ({ name, ...file })) },
    { ...asked, files: [] },
  ])
  const said = eventRows('UTC', data.events, null, data.requests).events.map(({ what }) => what)
  const words = 'The customer answered the question'
  expect(said.filter((what) => what.startsWith(words))).toEqual([`${words} with 2 files`, words])
  expect(data).toMatchObject({
    decidedBy: 'reviewer',
    decider: { name: 'Dee Sampler', signIn: 'password', address: '127.0.0.1', proposedBy: null },
    mailbox: { address: answers[1].mainEmail, by: 'password' },
    events: expect.arrayContaining([
      expect.objectContaining({ action: 'password set', by: 'Customer' }),
      expect.objectContaining({ action: 'application approved', by: 'Dee Sampler' }),
    ]),
  })
})

test('freezes nothing at a decision on an application that was not signed here', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  // An import leaves a record without a document.
  app.deps.db.sqlite.exec('drop trigger documents_no_delete; delete from documents')
  const admin = await adminBrowser(app)
  const { status } = await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'C-1' })
  expect([status, stored(app, id).documents]).toEqual([200, []])
  expect(app.dump().jobs).toContainEqual(
    expect.objectContaining({ kind: 'approval', document: null }),
  )
})

test('keeps the hash, kind and times of a sealed document after an erasure, and none of its text', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  issue(app, id, pdfBytes('signed'))
  const [sealed] = storedDocuments(app)
  app.clock.now += 1000
  await erasePerson(app.deps, id)
  expect(storedDocuments(app)).toEqual([
    { ...sealed, data: null, pdf: null, signature: null, erasedAt: app.clock.now },
  ])
})

test('refuses in the database any other change of a sealed document', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  issue(app, id, pdfBytes('signed'))
  for (const change of [
    "data = '{}'",
    "pdf = x'00'",
    'pdf = null',
    "sha256 = 'another'",
    'sealed_at = 1',
    'erased_at = 1',
    'data = null, pdf = null, erased_at = 1, sha256 = null',
    "data = null, pdf = null, erased_at = 1, kind = 'countersigned'",
  ])
    expect(() => app.deps.db.sqlite.exec(`update documents set ${change}`), change).toThrow(
      'a sealed document does not change',
    )
})

function never(): never {
  throw new Error('Nothing was frozen')
}
