import { checkNode } from './check-node.ts'

checkNode()
await import('../server.ts')
