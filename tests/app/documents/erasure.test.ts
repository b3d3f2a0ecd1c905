import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents } from '#db/schema/documents.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

test('an erasure leaves hash, kind and times of a sealed document, and nothing of what it says', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const [before] = rows(app)
  sealAs(app, id, Buffer.from('%PDF- sealed'))
  const [sealed] = rows(app)
  app.clock.now += 1000
  await erasePerson(app.deps, id)
  expect(rows(app)).toEqual([
    { ...sealed, data: null, pdf: null, signature: null, erasedAt: app.clock.now },
  ])
  expect(sealed?.data).toBe(before?.data)
})

test('a document that is not sealed yet goes with its application', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  await erasePerson(app.deps, id)
  expect(rows(app)).toEqual([])
})

test('the database refuses any other change of a sealed document', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  sealAs(app, id, Buffer.from('%PDF- sealed'))
  const before = app.dump()
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
  expect(app.dump()).toEqual(before)
})

const rows = ({ deps: { db } }: TestApp) => db.orm.select().from(documents).all()

function sealAs({ deps: { db, now } }: TestApp, application: string, pdf: Buffer) {
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  db.orm
    .update(documents)
    .set({ pdf, sha256, sealedAt: now() })
    .where(eq(documents.application, application))
    .run()
}
