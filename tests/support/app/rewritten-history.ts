import type { Db } from '#db/open.ts'
import { chainHash } from '#src/domain/audit/chain.ts'
import { readAuditSecret, storeHistoryHead } from '#src/domain/audit/installation.ts'
import type { TestApp } from './test-app.ts'

type Row = Parameters<typeof chainHash>[1] & { seq: number; hash: string }

/** What somebody does who has the key too: changes an event, or cuts the end off, and closes the chain again. */
export function rewriteHistory({ deps }: TestApp, { edit = 0, cutTo = Number.MAX_SAFE_INTEGER }) {
  const { db, keys } = deps
  const { sqlite } = db
  const audit = readAuditSecret(db, keys)
  const { key } = audit
  sqlite.exec(
    'drop trigger if exists events_no_update; drop trigger if exists events_no_delete; pragma foreign_keys = off',
  )
  sqlite.prepare('delete from events where seq > ?').run(cutTo)
  sqlite.prepare("update events set actor = 'somebody else' where seq = ?").run(edit)
  let head = { seq: 0, hash: '' }
  for (const row of rowsOf(db)) {
    const hash = chainHash(key, { ...row, previousHash: head.hash })
    sqlite
      .prepare('update events set previous_hash = ?, hash = ? where seq = ?')
      .run(head.hash, hash, row.seq)
    head = { seq: row.seq, hash }
  }
  sqlite.prepare("update sqlite_sequence set seq = ? where name = 'events'").run(head.seq)
  storeHistoryHead(db as Parameters<typeof storeHistoryHead>[0], keys, { ...audit, head })
}

const rowsOf = ({ sqlite }: Db) =>
  sqlite
    .prepare<[], Row>(
      `select seq, at, actor_kind as actorKind, actor, action, application, section, subject,
        changes_hash as changesHash, previous_hash as previousHash, hash from events order by seq`,
    )
    .all()
