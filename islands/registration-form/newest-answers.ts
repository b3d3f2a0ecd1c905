import {
  type DirectorRow,
  type FormValues,
  rowsOf,
  sameAnswer,
} from '#src/forms/registration/form-values.ts'
import { changedSince } from './kept-typing.ts'

/**
 * What is newer, the kept copy or what stands in a field.
 *
 * While the scripts run, every letter is in the copy at once, so the copy is newer than anything that a browser puts
 * back into fields. Only what is typed before the scripts run is newer than the copy. So, field by field:
 *
 * 1. typed before the scripts ran: the field;
 * 2. else in the copy: the copy;
 * 3. else what is saved on the server.
 *
 * A field counts as typed in when it is not as it was served, unless the browser can have put it back: the scripts ran on
 * this very entry of the history before (reload, Back), and nobody has touched the page since. Directors are looked at
 * row by row, for rows that were added since come from the copy alone. Where nothing can be kept, fields stay as they are.
 *
 * A post of the form goes out before the scripts run, so what was posted is newer than the copy too: on the page that
 * answers it, the copy gives way wherever the server has something else now than when the copy was written.
 *
 * A page that comes whole out of the back-forward cache is as it was when it was left, whatever the browser emptied. When
 * its copy has ended (submit, "Start again") or another page has written it, the form is loaded again.
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
  rowsOf(fields).forEach((row, at) => {
    const typed = changedSince({ ...before[at] }, row)
    if (Object.keys(typed).length > 0) rows[at] = { name: '', position: '', ...rows[at], ...typed }
  })
  return rows
}
