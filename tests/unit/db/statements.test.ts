import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companyLogo } from '#db/schema/company.ts'
import { testDatabase } from '../../support/app/test-database.ts'

test('a query asked again returns its rows in the shape that is asked for', () => {
  const { db, remove } = testDatabase()
  const logo = { id: 1, kind: 'png', image: Buffer.from('x'), sha256: 'abc' } as const
  db.orm.insert(companyLogo).values(logo).run()
  const query = db.orm.select({ sha256: companyLogo.sha256 }).from(companyLogo)
  const text = sql.raw(query.toSQL().sql)
  expect(query.all()).toEqual([{ sha256: 'abc' }])
  expect(db.orm.all(text)).toEqual([{ sha256: 'abc' }])
  expect(query.get()).toEqual({ sha256: 'abc' })
  remove()
})
