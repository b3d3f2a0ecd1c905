import { exportPerson, recordExport } from '#src/domain/privacy/person-export.ts'
import { type Command, UsageError } from './command.ts'

/** `export-person`: prints everything held about a person as JSON. */
export const exportOfPerson: Command = {
  usage: [
    'export-person ADDRESS|REFERENCE          prints everything that is held of a person, as JSON',
  ],
  run(store, { say }, args) {
    const [who, ...rest] = args
    if (!who || rest.length > 0)
      throw new UsageError('export-person takes an address or a reference')
    const held = exportPerson(store, who)
    if (!held) throw new Error(`Nothing is held of ${who}.`)
    recordExport(store, who)
    say(JSON.stringify(held, null, 2))
  },
}
