import { checkNode } from './check-node.ts'

checkNode()
// a terminal also signals this process, but it has to end with the server
if (process.send) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
await import('#src/pdf/process/child.ts')
