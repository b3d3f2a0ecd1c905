import type { Deps } from '#src/deps.ts'
import { byteOrderMark, csvLine } from '#src/domain/dashboard/csv.ts'
import { importOf, listFaults } from './imports.ts'

const linesAtOnce = 500

/** Every fault and note of an import as a CSV, in chunks. Refuses 'unknown' before the first. */
export function faultsFile(deps: Pick<Deps, 'db'>, id: number): Generator<string> {
  importOf(deps, id)
  return lines(deps, id)
}

function* lines(deps: Pick<Deps, 'db'>, id: number): Generator<string> {
  yield byteOrderMark + csvLine(['Line', 'Column', 'What is wrong'])
  for (let after = 0; ; ) {
    const faults = listFaults(deps, id, linesAtOnce, after)
    if (faults.length === 0) return
    yield faults.map(({ line, column, message }) => csvLine([line, column, message])).join('')
    after = faults.at(-1)?.id ?? 0
  }
}
