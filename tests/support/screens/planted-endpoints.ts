import Database from 'better-sqlite3'
import type { BuiltServer } from '../built-server.ts'

/** An endpoint with a failed event and answers, one that is disabled, and a key; once, however often it is called. */
export function plantEndpoints({ dataDir }: BuiltServer, application: string) {
  const db = new Database(`${dataDir}/countersign.db`)
  const at = Date.parse('2026-11-20T10:00:00Z')
  const endpoint = db.prepare(
    `insert or ignore into webhook_endpoints values (?, ?, ?, 'v1.none', null, ?, ?, ?, ?, 1)`,
  )
  const [all, some] = [allEvents, ['application.approved']].map((events) => JSON.stringify(events))
  endpoint.run('erp', `https://erp.example.com/${'hooks/'.repeat(8)}`, all, null, null, null, at)
  endpoint.run('crm', 'https://crm.example.com/', some, null, at, 'gone', at + 1)
  db.prepare(
    `insert or ignore into jobs
      (id, kind, data, dedupe_key, application, endpoint, state, attempts, created_at, next_at,
       last_failed_at, last_reason, refusals)
      values (9001, 'application.rejected', '{}', 'planted', ?, 'erp', 'dead', 2, ?, ?, ?, 'REJECTED 422', 2)`,
  ).run(application, at, at, at)
  const answer = db.prepare('insert or ignore into webhook_answers values (?, ?, ?, ?, ?, ?, ?, ?)')
  const refusal = `{"error":"unknown customer","trace":"${'0f3a'.repeat(60)}"}`
  answer.run(9001, 'erp', null, 'endpoint.test', at, 204, null, '')
  answer.run(9002, 'erp', 9001, 'application.rejected', at, 422, 'REJECTED', refusal)
  answer.run(9003, 'erp', 9001, 'application.rejected', at, null, 'TIMEOUT', '')
  answer.run(9004, 'crm', null, 'application.approved', at, 410, 'REJECTED', 'Gone')
  db.prepare(
    "insert or ignore into api_keys values (9001, 'ERP', 'planted', 'cs_a1B2', ?, 'admin', ?, null)",
  ).run(at, at)
  db.close()
}

const allEvents = [
  'application.submitted',
  'application.approved',
  'application.rejected',
  'application.updated',
]
