import Database from 'better-sqlite3'

const atOnce = 5000

/**
 * Copies the first application of a closed database until `enough` says stop; it gets the count and the file's path.
 * Returns the count. The history stays as it is, so that it still verifies.
 */
export function multiply(path, enough) {
  const db = new Database(path)
  db.pragma('synchronous = OFF')
  const columns = (table, ...own) =>
    db
      .pragma(`table_info(${table})`)
      .map(({ name }) => name)
      .filter((name) => !own.includes(name))
      .join(', ')
  const plain = columns('applications', 'seq', 'id', 'main_email', 'main_email_key')
  const person = columns('directors', 'id', 'application')
  const drawing = columns('signatures', 'id', 'application')
  const email = columns('outbox', 'id', 'application', 'dedupe_key', 'state')
  const count = db.prepare('select count(*) from applications').pluck()
  const grow = db.transaction((from) => {
    const numbers = `with recursive n(n) as (select ${from} union all select n + 1 from n where n < ${from + atOnce - 1})`
    const of = "(select seq from applications where id = 'D' || n)"
    const names = "'D' || n, 'd' || n || '@example.com', 'd' || n || '@example.com'"
    db.exec(`insert into applications (id, main_email, main_email_key, ${plain})
      ${numbers} select ${names}, ${plain} from n join applications where seq = 1`)
    db.exec(`insert into directors (application, ${person})
      ${numbers} select ${of}, ${person} from n join directors where application = 1`)
    db.exec(`insert into signatures (application, ${drawing})
      ${numbers} select ${of}, ${drawing} from n join signatures where application = 1`)
    db.exec(`insert into outbox (application, dedupe_key, state, ${email})
      ${numbers} select 'D' || n, kind || n, 'sent', ${email} from n join outbox
      where application = (select id from applications where seq = 1)`)
  })
  for (let at = 0; !enough(count.get(), path); at += atOnce) {
    grow(at)
    db.pragma('wal_checkpoint(TRUNCATE)')
  }
  const made = count.get()
  db.close()
  return made
}

/** Adds answers with files of random bytes, which do not compress, of so many mebibytes to a closed database. */
export function addFiles(path, mebibytes) {
  const db = new Database(path)
  db.pragma('synchronous = OFF')
  db.exec(`insert into information_requests (application, text, asked_by, asked_at, answered_at)
    values (1, 'Your accounts, please', 'reviewer', 1, 2)`)
  const piece = db.prepare(
    'insert into attachment_pieces (attachment, ordinal, bytes) values (?, ?, randomblob(262144))',
  )
  const file = db.prepare(`insert into attachments (request, name, kind, size, sha256, created_at)
    select max(id), 'accounts.pdf', 'pdf', 8 * 1048576, hex(randomblob(32)), 2 from information_requests`)
  for (let at = 0; at < mebibytes / 8; at++) {
    const { lastInsertRowid } = file.run()
    for (let ordinal = 0; ordinal < 32; ordinal++) piece.run(lastInsertRowid, ordinal)
    db.pragma('wal_checkpoint(TRUNCATE)')
  }
  db.close()
}
