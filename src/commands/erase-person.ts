import { parseArgs } from 'node:util'
import { rewritable, vacuumUpTo } from '#db/vacuum.ts'
import { importNaming } from '#src/domain/customers/imports.ts'
import { optimizeSearchIndex } from '#src/domain/maintenance/search-index.ts'
import { addressesOf, erasePerson } from '#src/domain/privacy/erase.ts'
import { findPerson } from '#src/domain/privacy/person.ts'
import { nameOfTarget } from '#src/security/backup-target.ts'
import { type Command, UsageError } from './command.ts'
import { copiesFrom } from './copies-held.ts'

/** `erase-person`: erases a person; without --yes it only lists what would go. */
export const erasureOfPerson: Command = {
  usage: [
    'erase-person ADDRESS|REFERENCE [--yes]   erases a person for good; without --yes lists what would go',
  ],
  async run(store, { say }, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { yes: { type: 'boolean' } },
    })
    const [who, ...rest] = positionals
    if (!who || rest.length > 0)
      throw new UsageError('erase-person takes an address or a reference')
    const { applications, mentions } = findPerson(store, who)
    const file = addressesOf(store, who).some((address) => importNaming(store, address))
    if (applications.length === 0 && mentions.length === 0 && !file)
      throw new Error(`Nothing is held of ${who}.`)
    for (const { id, businessName, status } of applications)
      say(`${id}  ${businessName ?? 'no name yet'} (${status})`)
    for (const { application, fields } of mentions)
      say(`${application}  names the address as ${fields.join(', ')}: an administrator edits that`)
    if (file)
      say(
        'The file under "Existing customers" names the person. With --yes it is removed: what has been imported of it stays, and nothing follows. Upload it again without the person.',
      )
    if (!values.yes) {
      if (applications.length > 0)
        say(
          'With --yes these applications, their accounts, signatures and emails are erased for good.',
        )
      return
    }
    const { erased } = await erasePerson(store, who)
    await optimizeSearchIndex(store)
    const isRewritten = await vacuumUpTo(store.db, rewritable.anyTime)
    say(`${erased.length} erased.`)
    if (!isRewritten)
      say(
        'The file is large, or the disk nearly full. Run "vacuum" when few people work: until then traces of them may be left in unused parts of the file.',
      )
    if (store.env.BACKUP_TARGET)
      say(
        `The server removes their signed documents from ${nameOfTarget(store.env.BACKUP_TARGET)}. Copies there hold them for 37 days at most.`,
      )
    const copies = copiesFrom(store.env, store.now(), store.now())
    if (copies.length === 0) return
    say('These copies still hold them:')
    for (const copy of copies) say(`  ${copy}`)
    say('Delete copies that you took elsewhere yourself.')
  },
}
