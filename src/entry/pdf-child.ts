import { checkNode } from './check-node.ts'

checkNode()
await import('../pdf/child.tsx')
