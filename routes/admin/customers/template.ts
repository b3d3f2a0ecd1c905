import { byteOrderMark, csvLine } from '#src/domain/review/export.ts'
import { columns } from '#src/forms/customers/customers.ts'
import type { Ctx } from '#src/http/context.ts'
import { pageNeeds } from '#src/http/sessions/admin-session.ts'

export const guard = pageNeeds('settings')

export const GET = (c: Ctx) =>
  c.body(byteOrderMark + csvLine(columns.map(({ heading }) => heading)), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="customers.csv"',
  })
