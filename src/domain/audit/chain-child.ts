import { openForReading } from '#db/read.ts'
import type { FromChild } from '#src/domain/low-priority-child.ts'
import { type ChainScan, scanChain } from './chain.ts'

// Checks the chain in a process of its own. The key of the chain arrives over IPC, so that it is in no command line and
// no environment; the master key never comes here. Ends with its parent.

/** More breaks than anybody reads. */
const mostTold = 1000

process.on('disconnect', () => process.exit(0))
// a terminal signals it too, but the server decides when it ends
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.on('message', ({ path, key }: { path: string; key: Uint8Array }) => {
  process.send?.(scanOf(path, Buffer.from(key)))
})

function scanOf(path: string, key: Buffer): FromChild<ChainScan> {
  try {
    const db = openForReading(path)
    try {
      const scan = scanChain(db, key)
      return { kind: 'done', result: { ...scan, breaks: scan.breaks.slice(0, mostTold) } }
    } finally {
      db.sqlite.close()
    }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
