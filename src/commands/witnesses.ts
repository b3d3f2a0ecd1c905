import { readManifest } from '#db/copies.ts'
import type { Db } from '#db/open.ts'
import {
  checkWitness,
  parseWitness,
  restoreBefore,
  type Witness,
  type WitnessFault,
  witnessText,
} from '#src/domain/audit/witness.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { UsageError } from './command.ts'

/** The witnesses of a command line, and the one beside a copy. Refuses what is none. */
export function witnessesGiven(given: string[] | undefined, copy: string): Witness[] {
  const beside = readManifest(copy)?.witness
  return [...(beside ? [beside] : []), ...(given ?? [])].map(read)
}

/** One line on each witness, and how many do not hold. */
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

function read(text: string): Witness {
  const witness = parseWitness(text)
  if (witness) return witness
  throw new UsageError(
    `"${text}" is not a witness. A witness is a number, a colon and at least 8 hexadecimal digits, such as 1204:7f3a09c2`,
  )
}

function wordsOf(fault: WitnessFault): string {
  if (fault.kind === 'rewritten')
    return 'the history was rewritten. Its event of this number has another hash.'
  if (fault.kind === 'missing') return 'the event of this number is missing.'
  return `the history is shorter than the witness: it ends at event ${fault.last}. Events were removed, or this is a copy from before the witness.`
}

/** A restore loses events without anybody meaning harm; then the database that was set aside must hold the witness. */
function restoredIn(db: Db, witness: Witness, timezone: string): string {
  const restore = restoreBefore(db, witness)
  if (!restore) return ''
  const when = longInstant(timezone, restore.at)
  return ` A backup was restored on ${when} (event ${restore.event}). If the witness is from before that, it holds in the database that the restore set aside: verify backups/replaced-TIME.db with it.`
}
