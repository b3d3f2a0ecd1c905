/** What makes a document's bytes what they are. */
export type PdfKey = { id: string; version: number; variant: 'current' | 'signed' }

export type PdfCache = {
  get(key: PdfKey, make: () => Promise<Uint8Array>): Promise<Uint8Array>
  /** Drops every version of one application, as when it is erased. */
  forget(id: string): void
}

type Kept = { id: string; bytes: Uint8Array; readAt: number }

/** Milliseconds; a person may be erased by a command, of which this process hears nothing. */
const keptUnread = 10 * 60_000

/**
 * Caches documents by id, version and variant, up to `maxBytes`, least recently used first out, at most about ten
 * minutes after the last read. Requests at the same time share one making. A failure is not kept.
 */
export function createPdfCache({ maxBytes = 32 * 1024 * 1024 } = {}): PdfCache {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Uint8Array>>()
  let total = 0
  let rounds: NodeJS.Timeout | undefined

  function keep(name: string, id: string, bytes: Uint8Array): void {
    if (bytes.length > maxBytes) return
    kept.set(name, { id, bytes, readAt: performance.now() })
    total += bytes.length
    rounds ??= setInterval(dropUnread, keptUnread / 10).unref()
    for (const oldest of kept.keys()) {
      if (total <= maxBytes) return
      drop(oldest)
    }
  }

  function dropUnread(): void {
    for (const [name, { readAt }] of kept) {
      if (performance.now() - readAt < keptUnread) return
      drop(name)
    }
    clearInterval(rounds)
    rounds = undefined
  }

  function drop(name: string): void {
    total -= kept.get(name)?.bytes.length ?? 0
    kept.delete(name)
  }

  return {
    async get({ id, version, variant }, make) {
      const name = JSON.stringify([id, version, variant])
      const found = kept.get(name)
      if (found) {
        // A Map keeps the order of insertion: putting it in again makes it the youngest.
        kept.delete(name)
        kept.set(name, { ...found, readAt: performance.now() })
        return found.bytes
      }
      const running = making.get(name)
      if (running) return running
      const promise = make()
      making.set(name, promise)
      try {
        const bytes = await promise
        // Absent when the application was forgotten meanwhile.
        if (making.get(name) === promise) keep(name, id, bytes)
        return bytes
      } finally {
        if (making.get(name) === promise) making.delete(name)
      }
    },
    forget(id) {
      for (const [name, entry] of kept) if (entry.id === id) drop(name)
      for (const name of making.keys()) if (JSON.parse(name)[0] === id) making.delete(name)
    },
  }
}
