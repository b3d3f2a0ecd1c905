import { parseArgs } from 'node:util'
import { checkDatabase, checkManifest, readManifest } from '#db/copies.ts'
import type { Db } from '#db/open.ts'
import { describeBreak } from '#src/domain/audit/chain.ts'
import {
  checkWitness,
  parseWitness,
  restoreBefore,
  type Witness,
  type WitnessFault,
  witnessText,
} from '#src/domain/audit/witness.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { checkContent } from '#src/domain/maintenance/history-check.ts'
import {
  databaseOf,
  envOf,
  migrationsOf,
  type StandaloneCommand,
  UsageError,
  withReadOnlyDatabase,
} from './command.ts'

/** The largest number of faults that are listed. Every event may be broken, and nobody reads a list of a million. */
const mostNamed = 100

export const verify: StandaloneCommand = {
  usage: [
    'verify [FILE]          checks the database, or a copy: pages, references, history, documents, records',
    '       --witness N:HASH     also checks that the history contains this witness; may be repeated',
  ],
  async runAlone(context, { say }, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { witness: { type: 'string', multiple: true } },
    })
    if (positionals.length > 1) throw new UsageError('verify takes one file at most')
    const env = envOf(context)
    const path = positionals[0] ?? databaseOf(env)
    const witnesses = witnessesFor(values.witness, path)
    await withReadOnlyDatabase(env, context, path, async (store) => {
      await checkManifest(path)
      await checkDatabase(path)
      say(`${path}: every page, index and reference is sound.`)
      const content = await checkContent(store, migrationsOf(context))
      const { breaks, events, erased, compared, faults } = content
      for (const chainBreak of breaks.slice(0, mostNamed))
        say(`${path}: ${describeBreak(chainBreak)}.`)
      if (breaks.length > mostNamed) say(`... and ${breaks.length - mostNamed} more.`)
      const { lines, broken } = judgeWitnesses(store.db, witnesses, env.APP_TIMEZONE)
      for (const line of lines) say(line)
      const changes = breaks.length + broken
      const erasedWords = erased > 0 ? `; the values of ${erased} were erased` : ''
      if (changes === 0) say(`The history is intact: ${events} events${erasedWords}.`)
      for (const fault of faults.slice(0, mostNamed)) say(`${path}: ${fault}.`)
      if (faults.length > mostNamed) say(`... and ${faults.length - mostNamed} more.`)
      if (changes > 0) throw new Error(`The history has been changed: ${counted(changes)}.`)
      if (faults.length > 0)
        throw new Error(`Records or documents have been changed: ${counted(faults.length)}.`)
      say(
        compared
          ? `The records and documents match the history: ${compared.records} applications, ${compared.documents} documents.`
          : 'The database is from an earlier version, so its records and documents were not compared. Start the server with it first.',
      )
    })
  },
}

const counted = (faults: number) => `${faults} ${faults === 1 ? 'fault' : 'faults'}`

export function witnessesFor(texts: string[] | undefined, copy: string): Witness[] {
  const ofCopy = readManifest(copy)?.witness
  return [...(ofCopy ? [ofCopy] : []), ...(texts ?? [])].map(readWitness)
}

export function judgeWitnesses(db: Db, witnesses: Witness[], timezone: string) {
  const judged = witnesses.map((witness) => ({ witness, fault: checkWitness(db, witness) }))
  return {
    lines: judged.map(
      ({ witness, fault }) =>
        `Witness ${witnessText(witness)}: ${fault ? `${wordsOf(fault)}${restoredIn(db, witness, timezone)}` : 'holds.'}`,
    ),
    broken: judged.filter(({ fault }) => fault !== null).length,
  }
}

function readWitness(text: string): Witness {
  const witness = parseWitness(text)
  if (witness) return witness
  throw new UsageError(
    `"${text}" is not a witness. A witness is a number, a colon and at least 8 hexadecimal digits, such as 1204:7f3a09c2`,
  )
}

function wordsOf(fault: WitnessFault): string {
  if (fault.kind === 'rewritten')
    return 'the history was rewritten: its event with this number has another hash.'
  if (fault.kind === 'missing') return 'the event with this number is missing.'
  return `the history is shorter than the witness: it ends at event ${fault.last}. Events were removed, or this is a copy from before the witness.`
}

/**
 * Adds that a harmless restore loses events too, and that the database which was set aside must then hold the
 * witness.
 */
function restoredIn(db: Db, witness: Witness, timezone: string): string {
  const restore = restoreBefore(db, witness)
  if (!restore) return ''
  const when = longInstant(timezone, restore.at)
  return ` A backup was restored on ${when} (event ${restore.event}). If the witness is older than that, check it against the database that the restore set aside: verify backups/replaced-TIME.db.`
}
