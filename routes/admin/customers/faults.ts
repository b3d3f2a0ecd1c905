import { faultsFile } from '#src/domain/customers/faults-file.ts'
import { openImport } from '#src/domain/customers/imports.ts'
import type { Ctx } from '#src/http/context.ts'
import { csvResponse } from '#src/http/csv-response.ts'
import { pageNeeds } from '#src/http/sessions/admin-session.ts'

export const guard = pageNeeds('settings')

/** What is wrong with a file of customers, by line, as a CSV file: of the import named, or of the open one. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const named = c.req.query('import')
  const id = named && /^\d{1,15}$/.test(named) ? Number(named) : (openImport(deps)?.id ?? 0)
  if (named === undefined && id === 0) return c.redirect('/admin/customers', 303)
  return csvResponse(c, faultsFile(deps, id), `import-${id}-faults.csv`)
}
