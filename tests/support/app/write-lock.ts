import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'

/** Another process that writes: it holds the lock until `release`. */
export function lockOf(path: string) {
  const other = new Database(path)
  other.exec('begin immediate')
  onTestFinished(() => {
    other.close()
  })
  return { release: () => other.exec('commit') }
}
