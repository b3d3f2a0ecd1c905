/** What makes a document's bytes what they are. */
export type PdfKey = {
  id: string
  version: number
  /** The version of the supplier's details and logo. */
  company: string
  /** The version of the terms in force, which a draft shows. */
  terms: string
}

type PdfCache = {
  get(key: PdfKey, make: () => Promise<Uint8Array>): Promise<Uint8Array>
  /** Drops every version of one application, as when it is erased. */
  forget(id: string): void
}

type Entry = { id: string; bytes: Promise<Uint8Array>; size: number; unread: NodeJS.Timeout }

/** Milliseconds; a command may erase a person without this process knowing. */
const keptUnread = 10 * 60_000

/**
 * Caches documents by id and version, up to `maxBytes`, least recently read first out, at most ten minutes
 * after the last read. Requests at the same time share one making. A failure is not kept.
 */
export function createPdfCache({ maxBytes = 32 * 1024 * 1024 } = {}): PdfCache {
  const entries = new Map<string, Entry>()

  function add(name: string, id: string, bytes: Promise<Uint8Array>): Entry {
    const drop = () => {
      clearTimeout(entry.unread)
      if (entries.get(name) === entry) entries.delete(name)
    }
    const entry: Entry = { id, bytes, size: 0, unread: setTimeout(drop, keptUnread).unref() }
    bytes.then(({ length }) => {
      entry.size = length
      trim()
    }, drop)
    return entry
  }

  function trim() {
    let total = 0
    for (const [name, { size, unread }] of [...entries].reverse()) {
      total += size
      if (total <= maxBytes) continue
      clearTimeout(unread)
      entries.delete(name)
    }
  }

  return {
    get({ id, version, company, terms }, make) {
      const name = JSON.stringify([id, version, company, terms])
      const entry = entries.get(name) ?? add(name, id, make())
      // a Map keeps the order of insertion: put in again, it is the most recent
      entries.delete(name)
      entries.set(name, entry)
      entry.unread.refresh()
      return entry.bytes
    },
    forget(id) {
      for (const [name, entry] of entries) {
        if (entry.id !== id) continue
        clearTimeout(entry.unread)
        entries.delete(name)
      }
    },
  }
}
