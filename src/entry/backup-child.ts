import { checkNode } from './check-node.ts'

checkNode()
await import('#src/domain/backup-target/send-child.ts')
