import { chainHash, changesHashOf } from '#src/domain/audit/chain.ts'
import { readAuditSecret, storeHistoryHead } from '#src/domain/audit/installation.ts'
import type { TestApp } from './test-app.ts'

/** Appends events to the history as the product would, all about one application, without a seal for each. */
export function addEvents({ deps }: Pick<TestApp, 'deps'>, count: number, application = 'A') {
  const { db, keys } = deps
  const audit = readAuditSecret(db, keys)
  const { key, head: last } = audit
  const event = db.sqlite.prepare(
    `insert into events (seq, at, actor_kind, actor, action, application, changes_hash, previous_hash, hash)
     values (?, ?, 'client', 'account 1', 'application amended', ?, ?, ?, ?)`,
  )
  const values = db.sqlite.prepare(
    "insert into event_changes (event, changes, salt, address) values (?, ?, 'salt', '192.0.2.1')",
  )
  const changes = JSON.stringify([{ field: 'telephone', before: null, after: '020 7946 0001' }])
  const changesHash = changesHashOf({ changes, address: '192.0.2.1', salt: 'salt' })
  const row = {
    at: deps.now(),
    actorKind: 'client',
    actor: 'account 1',
    action: 'application amended',
  } as const
  let head = last
  db.sqlite.transaction(() => {
    for (let at = 0; at < count; at += 1) {
      const seq = head.seq + 1
      const previousHash = head.hash
      const hash = chainHash(key, {
        ...row,
        application,
        section: null,
        subject: null,
        changesHash,
        previousHash,
      })
      event.run(seq, row.at, application, changesHash, previousHash, hash)
      values.run(seq, changes)
      head = { seq, hash }
    }
    storeHistoryHead(db as Parameters<typeof storeHistoryHead>[0], keys, { ...audit, head })
  })()
}
