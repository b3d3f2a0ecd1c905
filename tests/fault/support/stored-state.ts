import { type Db, openDatabase } from '#db/open.ts'
import type { Store } from '#src/deps.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'

/**
 * All faults of a database in words: pages, references, the event chain, half-submitted applications. Uses a connection
 * of its own: one opened earlier would check the search index by a stale copy of its head.
 */
export function faultsOf(store: Store): string[] {
  const db = openDatabase(store.db.path)
  try {
    return [...faultsOfPages(db), ...faultsOfChain({ ...store, db }), ...faultsOfApplications(db)]
  } finally {
    db.sqlite.close()
  }
}

function faultsOfPages({ sqlite }: Db): string[] {
  const integrity = sqlite.pragma('integrity_check', { simple: true })
  const references = sqlite.pragma('foreign_key_check') as unknown[]
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${integrity}`]),
    ...(references.length === 0 ? [] : [`foreign_key_check: ${references.length} rows`]),
  ]
}

const faultsOfChain = (deps: Store): string[] => verifyChain(deps).breaks.map(describeBreak)

const faultsOfApplications = ({ sqlite }: Db) =>
  halves.flatMap(([name, statement]) =>
    sqlite
      .prepare<[], { id: string }>(statement)
      .all()
      .map(({ id }) => `${id} ${name}`),
  )

const submitted = "select id from applications a where status <> 'draft' and not exists"

const halves: [name: string, statement: string][] = [
  [
    'has no event',
    'select id from applications a where not exists (select 1 from events e where e.application = a.id)',
  ],
  [
    'is submitted without a signed document',
    `${submitted} (select 1 from documents d where d.application = a.id and d.kind = 'signed')`,
  ],
  [
    'is submitted without its event',
    `${submitted} (select 1 from events e where e.application = a.id and e.action = 'application submitted')`,
  ],
  [
    'is submitted without an account',
    `${submitted} (select 1 from clients c where c.application = a.seq)`,
  ],
  [
    'is submitted without a receipt to send',
    `${submitted} (select 1 from jobs o where o.application = a.id and o.kind = 'receipt')`,
  ],
  [
    'is submitted without word to the accounts team',
    `${submitted} (select 1 from jobs o where o.application = a.id and o.kind = 'new-application')`,
  ],
  [
    'is a draft with a document',
    "select id from applications a where status = 'draft' and exists (select 1 from documents d where d.application = a.id)",
  ],
  [
    'has two receipts',
    "select application as id from jobs where kind = 'receipt' group by application having count(*) > 1",
  ],
]
