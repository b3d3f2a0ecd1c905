import { transact } from '#db/transaction.ts'
import { fillBatch } from '#src/domain/applications/search-text.ts'
import { type ListQuery, listApplications } from '#src/domain/review/list.ts'
import { companyNumberKey, emailKey } from '#src/forms/fields/normalised.ts'
import type { TestApp } from './test-app.ts'

/** Four digits, so that rows of equal names are equally long. */
let made = 1000

/** Writes a bare row, past the verbs, that a search finds; returns its running number. */
export function insertRow(
  app: TestApp,
  name: string | null,
  number: string | null,
  email: string | null,
  more: { status?: string; submittedAt?: number; completionPercentage?: number } = {},
): number {
  made += 1
  const { deps } = app
  const written = deps.db.sqlite
    .prepare(
      `insert into applications (id, status, created_at, updated_at, submitted_at, business_name,
         co_registration, co_registration_key, main_email, main_email_key, completion_percentage)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      `made-${made}`,
      more.status ?? 'draft',
      deps.now(),
      deps.now(),
      more.submittedAt ?? null,
      name,
      number,
      number && companyNumberKey(number),
      email,
      email && emailKey(email),
      more.completionPercentage ?? 0,
    )
  writeSearchTexts(app)
  return Number(written.lastInsertRowid)
}

/** Changes rows past the verbs, so that a search finds them as they are then. */
export function changeRows(app: TestApp, sql: string) {
  app.deps.db.sqlite.exec(`${sql}; update applications set search_text = null`)
  writeSearchTexts(app)
}

function writeSearchTexts({ deps }: TestApp) {
  while (transact(deps, fillBatch));
}

export const list = ({ deps }: TestApp, query: Partial<ListQuery>) =>
  listApplications(deps, {
    search: '',
    filter: null,
    owner: null,
    order: null,
    limit: 50,
    cursor: null,
    ...query,
  })

export const names = ({ applications }: ReturnType<typeof list>) =>
  applications.map(({ businessName }) => businessName)

export const found = (app: TestApp, search: string) => names(list(app, { search }))

export function pagesOf(app: TestApp, query: Partial<ListQuery>) {
  const pages = [list(app, query)]
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(list(app, { ...query, cursor }))
  return pages
}

export function insertMany(
  app: TestApp,
  count: number,
  name: string,
  number: string | null,
  at = 0,
) {
  app.deps.db.sqlite
    .prepare(
      `insert into applications (id, status, created_at, updated_at, business_name, co_registration)
       with recursive rows(n) as (values (1) union all select n + 1 from rows where n < @count)
       select hex(randomblob(16)), 'draft', @at, @at, @name, @number from rows`,
    )
    .run({ count, name, number, at })
  writeSearchTexts(app)
}
