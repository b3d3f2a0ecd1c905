import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { CommonServer } from './common-server.ts'

type Issued = {
  kind?: 'signed' | 'countersigned'
  /** The application; documents of the same one replace each other. */
  of?: string
  erased?: boolean
  amended?: boolean
}

/** Stores a sealed document of these bytes in a running server's database, for a made-up reference. */
export function issueInto(
  { dataDir }: Pick<CommonServer, 'dataDir'>,
  bytes: Buffer,
  issued: Issued = {},
) {
  const db = new Database(`${dataDir}/countersign.db`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { kind = 'signed', of = sha256.slice(0, 14), erased = false, amended = false } = issued
  const at = Date.parse('2026-03-03T14:02:09Z')
  try {
    if (!erased)
      db.prepare(
        "INSERT OR IGNORE INTO applications (id, status, created_at, updated_at) VALUES (?, 'submitted', ?, ?)",
      ).run(of, at, at)
    db.prepare(
      `INSERT INTO documents (application, kind, frozen_at, event, data, sealed_at, pdf, sha256, erased_at)
       VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?)`,
    ).run(
      ...[of, kind, at, erased ? null : '{}'],
      ...[at + 2000, erased ? null : bytes, sha256, erased ? at : null],
    )
    if (amended)
      db.prepare(
        `INSERT INTO events (at, actor_kind, actor, action, application, previous_hash, hash)
         VALUES (?, 'client', 'sample', 'application amended', ?, '', ?)`,
      ).run(at, of, sha256)
  } finally {
    db.close()
  }
}

/** Bytes that begin like a PDF, filled up to a size. */
export function pdfOf(name: string, size = 0): Buffer {
  const text = Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`)
  return Buffer.concat([text, Buffer.alloc(Math.max(0, size - text.length))])
}
