import { makeLedgerFile } from '#src/domain/customers/ledger.ts'
import { ledgerForm } from '#src/forms/customers/ledger.ts'
import type { Ctx } from '#src/http/context.ts'
import { readForm } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = pageNeeds('settings')

export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  const { ledger, again } = checkForm(ledgerForm, await readForm(c))
  const file = await makeLedgerFile(c.var.deps, admin, ledger, again === 'yes')
  return c.body(file, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="customers-${ledger}.csv"`,
  })
}
