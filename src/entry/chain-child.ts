import { checkNode } from './check-node.ts'

checkNode()
await import('#src/domain/audit/chain-child.ts')
