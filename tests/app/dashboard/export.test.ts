import { expect, test } from 'vitest'
import { exportApplications } from '#src/domain/review/export.ts'
import { insertRow } from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'

test('exports each row once while others are added and removed', () => {
  const app = testApp()
  const names = Array.from({ length: 120 }, (_, at) => `Row ${String(at).padStart(3, '0')}`)
  for (const name of names) insertRow(app, name, null, `${name.replace(' ', '')}@example.com`)
  const query = { search: '', filter: null, owner: null, order: null } as const
  const lines: string[] = []
  for (const line of exportApplications(app.deps, query)) {
    lines.push(line)
    if (lines.length === 20) {
      insertRow(app, 'Added', null, 'added@example.com')
      app.deps.db.sqlite.exec("delete from applications where business_name = 'Row 010'")
    }
  }
  const exported = lines.slice(1).map((line) => /"(Row \d+|Added)"/.exec(line)?.[1])
  expect(exported).toEqual(names.toReversed().filter((name) => name !== 'Row 010'))
})
