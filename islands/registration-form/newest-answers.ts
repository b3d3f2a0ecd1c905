import {
  type DirectorRow,
  type FormValues,
  rowsOf,
  sameAnswer,
} from '#src/forms/registration/form-values.ts'
import { changedSince } from './kept-typing.ts'

/**
 * Decides for each field whether the kept copy or the field itself is newer. The table is in docs/design.md, "What is
 * newer, the kept copy or the field".
 */
export function newestAnswers(from: {
  served: FormValues
  fields: FormValues
  kept: FormValues | null
  /** What was saved when each of the kept answers was typed; given on a page that answers a post. */
  over?: FormValues | null
  putBack: boolean
}): FormValues {
  const { served, fields, putBack } = from
  if (!from.kept) return fields
  const kept = from.over ? notPostedSince(from.kept, from.over, served) : from.kept
  const asSaved = Object.fromEntries(Object.keys(fields).map((name) => [name, served[name] ?? '']))
  const known = { ...asSaved, ...served, ...kept }
  if (putBack) return known
  const { directors, ...typed } = changedSince(served, fields)
  return { ...known, ...typed, ...(directors && { directors: rowsTyped(served, fields, known) }) }
}

/** The browser may have filled these fields: they were left with scripts, and nobody has touched the page yet. */
export const fieldsWerePutBack = () =>
  history.state === scriptsRan && !navigator.userActivation?.hasBeenActive

/** How the page came about: not by reload or Back, and from this very form, posted before its scripts ran. */
export function cameByPost(): 'start-again' | 'section' | null {
  const here = new URL(location.href)
  const from = document.referrer ? new URL(document.referrer) : here
  if (history.state === scriptsRan || from.origin !== here.origin) return null
  if (here.searchParams.has('new')) return 'start-again'
  return here.searchParams.has('section') ? 'section' : null
}

/** To be said of every entry of the history that the form stands in. */
export const noteScriptsRan = () => history.replaceState(scriptsRan, '')

/** The state of an entry of the history that the scripts ran on. */
export const scriptsRan = 'scripts ran'

const notPostedSince = (kept: FormValues, over: FormValues, served: FormValues) =>
  Object.fromEntries(
    Object.entries(kept).filter(([name]) => sameAnswer(over[name] ?? '', served[name])),
  )

function rowsTyped(served: FormValues, fields: FormValues, known: FormValues): DirectorRow[] {
  const before = rowsOf(served)
  const rows = rowsOf(known)
  rowsOf(fields).forEach((row, index) => {
    const typed = changedSince({ ...before[index] }, row)
    if (Object.keys(typed).length > 0)
      rows[index] = { name: '', position: '', ...rows[index], ...typed }
  })
  return rows
}
