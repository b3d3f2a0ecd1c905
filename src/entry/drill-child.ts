import { checkNode } from './check-node.ts'

checkNode()
await import('#src/domain/drill/drill-child.ts')
