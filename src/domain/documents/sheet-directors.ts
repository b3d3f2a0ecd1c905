import type { DirectorInput } from '#src/forms/fields/schema.ts'
import type { SheetDirector } from '#src/pdf/application-sheet.ts'

/**
 * The directors of now, each marked with what has become of it since the signing, and behind them those who were
 * removed. `signed` is null when nothing was signed yet.
 */
export function directorRows(
  now: DirectorInput[],
  signed: DirectorInput[] | null,
): SheetDirector[] {
  if (!signed) return now.map((director) => rowOf(director))
  const left: (DirectorInput | null)[] = [...signed]
  const take = (matches: (was: DirectorInput, at: number) => boolean) => {
    const at = left.findIndex((was, at) => was !== null && matches(was, at))
    if (at >= 0) left[at] = null
    return at >= 0
  }
  const notes = now.map(() => '')
  // best matches of all first: a director who kept everything must not be taken for one who was renamed
  const rules: [
    note: string,
    rule: (was: DirectorInput, is: DirectorInput, same: boolean) => boolean,
  ][] = [
    ['', (was, is) => was.name === is.name && was.position === is.position],
    ['Position changed since signing', (was, is) => was.name === is.name],
    ['Name changed since signing', (was, is, same) => same && was.position === is.position],
  ]
  const open = new Set(now.keys())
  for (const [note, rule] of rules)
    for (const at of open) {
      const is = now[at] as DirectorInput
      if (!take((was, index) => rule(was, is, index === at))) continue
      notes[at] = note
      open.delete(at)
    }
  for (const at of open) notes[at] = 'Added since signing'
  return [
    ...now.map((director, at) => rowOf(director, notes[at])),
    ...left.flatMap((was) => (was ? [rowOf(was, 'Removed since signing')] : [])),
  ]
}

const rowOf = ({ name, position }: DirectorInput, change = ''): SheetDirector => ({
  name,
  position: position ?? '',
  ...(change && { change }),
})
