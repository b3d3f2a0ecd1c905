import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { verify } from '#src/commands/verify.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { toDataUri } from '#src/security/png.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { clientBrowser, password, passwordToken } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { tamper } from '../../support/app/tamper.ts'
import { publish } from '../../support/app/terms.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { keyedApp, runBeside } from '../../support/commands.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { importFile } from '../../support/customers.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'

/** Returns what the command prints, with its error last. */
async function verified(app: TestApp, ...files: string[]): Promise<string[]> {
  const { lines, error } = await runBeside(app, verify, ...files)
  return error ? [...lines, String(error)] : lines
}

/** Three applications: one approved and then amended, one rejected, one that waits; every document is sealed. */
async function scene() {
  const app = keyedApp()
  const admin = await adminBrowser(app)
  const signature = toDataUri(makePng({ ...stroke, width: 300, height: 100 }))
  await onAccount(admin, 'signature', { signature })
  const ids: string[] = []
  for (const n of [1, 2, 3])
    ids.push(await submit(app.browser(), { mainEmail: `number-${n}@example.com` }))
  const [first = '', second = ''] = ids
  const agreed = { creditLimit: '4000', paymentTerms: '30 days', isInDocument: true }
  const approval = { customerCode: 'CAL-042', ...agreed }
  expect((await admin.patch(`/api/applications/${first}/approve`, approval)).status).toBe(200)
  await admin.patch(`/api/applications/${second}/reject`, { reason: 'No references' })
  await admin.patch(`/api/applications/${first}`, { buyerName: 'Zoe New', poMandatory: false })
  const customer = clientBrowser(app, first)
  const edited = await customer.put('/api/client/application/buyer', { buyerTel: '020 7946 0188' })
  expect(edited.status).toBe(200)
  await issueAll(app)
  publish(app, '# Payment\n\nWithin 30 days.', '2026-12-01')
  return { app, admin, first, second }
}

test('finds that what the product itself did agrees with the history', async () => {
  const { app, admin, first, second } = await scene()
  const token = passwordToken(app, second)
  expect((await app.browser().post('/api/client/set-password', { token, password })).status).toBe(
    200,
  )
  await admin.patch(`/api/applications/${first}`, { mainEmail: 'new@example.com' })
  await admin.patch(`/api/applications/${second}`, { mainEmail: 'not-followed@example.com' })
  await admin.patch(`/api/applications/${second}/approve`, { customerCode: 'CAL-043' })
  await admin.postForm(`/admin/applications/${first}`, {
    action: 'correct',
    customerCode: 'CAL-044',
  })
  await issueAll(app)
  await importFile(app, admin, csvOf(...customerRows(2)))
  const imported = app.deps.db.orm.select().from(applications).all().at(-1)?.id ?? ''
  await admin.patch(`/api/applications/${imported}`, { buyerName: 'Zoe Newer' })
  await admin.patch(`/api/applications/${imported}/reject`, { reason: 'Closed' })
  await app.browser().post('/api/applications', { 1: { businessName: 'A draft' } })
  await erasePerson(app.deps, second)
  expect((await verified(app)).at(-1)).toMatch(/match the history: 5 applications, 7 documents\.$/)
})

type Tampering = [name: string, sql: string, says: string | RegExp]

/** These changes concern different fields, so that one copy can have all of them. */
const together: Tampering[] = [
  [
    'a credit limit',
    'update decision_records set credit_limit = 900000',
    'Credit limit is "900000", and the history says "4000"',
  ],
  ['payment terms', "update decision_records set payment_terms = '90 days'", 'Payment terms is'],
  ['a name', "update applications set business_name = 'Forged Ltd'", 'is "Forged Ltd"'],
  [
    'a field that was amended since',
    "update applications set buyer_telephone = '0'",
    'is "0", and the history says "020 7946 0188"',
  ],
  [
    'a code',
    "update applications set customer_code = 'X' where status = 'approved'",
    'Customer code is "X"',
  ],
  ['a day', "update applications set approved_at = 1 where status = 'approved'", 'Approved at is'],
  ['who decided', "update applications set finance_by = 'nobody'", 'Decided by is'],
  ['a director', "update directors set name = 'Forged Name' where ordinal = 0", 'Directors is'],
  [
    'a signature',
    "update signatures set png = x'00' where kind = 'authorisation'",
    /Signature( of the decision)? is/,
  ],
  [
    'a sign-in address',
    "update clients set email = 'x@example.com' where id = 1",
    'Sign-in address is',
  ],
  [
    'which terms were signed',
    "update applications set terms_version = '1999-01' where seq = 1",
    'Version of the terms is',
  ],
]

/** These changes concern different tables. */
const elsewhere: Tampering[] = [
  [
    'a password',
    "update clients set password_hash = 'x' where id = 1",
    'Password of the portal is',
  ],
  [
    'the order of documents',
    "update documents set frozen_at = 1 where kind = 'countersigned'",
    'its time is not that of its event',
  ],
  ['the time of a seal', 'update documents set sealed_at = 1000', 'are not those of its seal'],
  [
    'the words of the terms',
    "update terms_versions set source = replace(source, '30 days', '3 days')",
    'their words are not those that were published',
  ],
  [
    'terms that nobody published',
    "insert into terms_versions select '1999-01', source, sha256, in_force_from, 1, 'x' from terms_versions",
    'terms 1999-01: no event says that they were published',
  ],
  [
    'a certificate',
    "insert into document_certificates select 'ab', pem, null, 1, expires_at from document_certificates",
    'the certificate ab: it is not the one of its fingerprint',
  ],
  [
    'a trigger',
    'create trigger forge after insert on signatures begin delete from directors; end',
    'the trigger forge: Countersign did not create it like this',
  ],
]

const changes: Tampering[] = [
  ['what was agreed, deleted', 'delete from decision_records', 'Credit limit is empty'],
  [
    'a rejection made an approval',
    "update applications set status = 'approved', customer_code = 'X' where status = 'rejected'",
    'Status is "approved", and the history says "rejected"',
  ],
  [
    'an account closed by nobody',
    "update applications set closed_on = '2026-01-01' where status = 'approved'",
    'Closed on is "2026-01-01", and the history says empty',
  ],
  [
    'a decision undone',
    "update applications set status = 'submitted' where status = 'approved'",
    'Status is "submitted"',
  ],
  ['a submit undone', "update applications set status = 'draft'", 'Status is "draft"'],
  [
    'a director added',
    "insert into directors (application, ordinal, name) values (1, 9, 'X')",
    'Directors is',
  ],
  [
    "the decider's signature",
    "update signatures set png = x'00' where kind = 'finance'",
    /Signature( of the decision)? is/,
  ],
  [
    'an application that nobody submitted',
    "insert into applications (id, status, created_at, updated_at) values ('AAAA-AAAA-AAAA', 'approved', 1, 1)",
    'application AAAA-AAAA-AAAA: no event explains it',
  ],
  [
    'data',
    "update documents set data = replace(data, 'Sample', 'Forged') where id = 1",
    'its data is not what was frozen',
  ],
  [
    "a document's signature",
    "update documents set signature = x'00' where id = 1",
    'its signature image is not',
  ],
  [
    'one byte of a file',
    "update documents set pdf = cast(substr(pdf, 1, 1000) || x'00' || substr(pdf, 1002) as blob) where id = 1",
    'its file is not the one that was sealed',
  ],
  [
    'a file with its own hash',
    "update documents set pdf = x'25504446', sha256 = '4ff2b5b1cf4ca5f9a2a9d6ed8f0b3dbb' where id = 1",
    'its file is not the one that was sealed',
  ],
  ['a row deleted', 'delete from documents where id = 2', 'is missing'],
  [
    'a file deleted',
    'update documents set pdf = null, sha256 = null, sealed_at = null where id = 1',
    'the file that was sealed is gone',
  ],
  [
    'a document invented',
    `insert into documents (application, kind, frozen_at, event, data, sealed_at, pdf, sha256)
     select 'AAAA-AAAA-AAAA', 'signed', 1, event, data, 1, pdf, 'x' from documents where id = 1`,
    'no submit or decision in the history explains it',
  ],
  [
    'an erasure that nobody asked for',
    'update documents set data = null, pdf = null, signature = null, erased_at = 1 where id = 1',
    'it lacks its content, and no event says that it was erased',
  ],
  [
    'the stored changes of an event',
    "update event_changes set changes = '[]' where event = (select seq from events where action = 'application submitted' limit 1)",
    'has other values than it was written with',
  ],
  [
    'an event deleted',
    'delete from event_changes where event = 9; delete from events where seq = 9',
    'is missing',
  ],
  [
    'the end cut off',
    'delete from event_changes where event > 10; delete from events where seq > 10',
    'is missing, and so is each up to',
  ],
  [
    'an event before the first',
    `insert into events (seq, at, actor_kind, actor, action, application, previous_hash, hash)
     select -1, at, actor_kind, actor, 'application approved', application, '', 'x' from events where application is not null limit 1`,
    'event -1 was not written by Countersign',
  ],
  [
    'an application deleted',
    `delete from clients where application = 1; delete from jobs; delete from applications where seq = 1`,
    'it is gone, and no event says that it was erased',
  ],
  [
    'a certificate without its key',
    'update document_certificates set key_sealed = (select value from installation)',
    'it was not stored by Countersign',
  ],
]

test('finds and names each of these changes that somebody made with plain SQL', async () => {
  const { app } = await scene()
  expect((await verified(app)).at(-1)).toContain('match the history')
  const groups = [together, elsewhere, ...changes.map((change) => [change])]
  for (const [at, done] of groups.entries()) {
    const copy = join(app.deps.env.DATA_DIR, `copy-${at}.db`)
    app.deps.db.sqlite.prepare('vacuum into ?').run(copy)
    for (const [, sql] of done) tamper(copy, sql)
    const lines = await verified(app, copy)
    for (const [name, , says] of done) expect.soft(lines.join('\n'), name).toMatch(says)
    expect
      .soft(lines.at(-1), done[0]?.[0])
      .toMatch(/^Error: .* have been changed|^Error: .* has been changed/)
  }
}, 120_000)
