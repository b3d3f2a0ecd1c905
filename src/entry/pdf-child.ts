import { checkNode } from './check-node.ts'

checkNode()
// a terminal signals it too, but the server decides when documents are done: it ends with its parent
if (process.send) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
await import('#src/pdf/process/child.tsx')
