import { statSync } from 'node:fs'
import { vacuum } from '#db/vacuum.ts'
import { type Command, UsageError } from './command.ts'

/** `vacuum`: rewrites the database, so that nothing deleted is left in the file. */
export const vacuuming: Command = {
  usage: [
    'vacuum                 rewrites the database, so that nothing deleted is left in the file',
  ],
  async run({ db }, { say }, args) {
    if (args.length > 0) throw new UsageError('vacuum takes no arguments')
    const before = statSync(db.path).size
    await vacuum(db)
    say(`Rewritten: ${mebibytes(before)} MiB before, ${mebibytes(statSync(db.path).size)} now.`)
  },
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
