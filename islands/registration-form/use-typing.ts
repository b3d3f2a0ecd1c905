import { type RefObject, useEffect, useState } from 'react'
import { type DirectorRow, type FormValues, rowsOf } from '#src/forms/form-values.ts'
import { changedSince, keepTyping, keptTyping } from './kept-typing.ts'
import { fill, readForm } from './typed-form.ts'

/** The draft as the server has it: its reference, `null` before the first save, and the answers saved with it. */
export type Draft = { id: string | null; saved: FormValues }

/**
 * What is typed and not saved: kept in this browser, and put back when the form comes up again (contract 5.3).
 * `typed` are the answers when the current section was opened, for the summary before the signature; `directors` the
 * rows that were put back, if any were.
 */
export function useTyping(draft: RefObject<Draft>, current: number) {
  const [typed, setTyped] = useState(draft.current.saved)
  const [directors, setDirectors] = useState<DirectorRow[] | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island has woken
  useEffect(() => {
    const { id, saved } = draft.current
    const now = readForm()
    // What was typed before the scripts came is newer than what was kept.
    const back = { ...keptTyping(id), ...changedSince(saved, now) }
    const { directors, ...others } = changedSince(now, back)
    if (directors) setDirectors(rowsOf({ directors }))
    for (const [name, value] of Object.entries(others)) fill(name, value as string | string[])
    keepTyping(id, { ...now, ...back }, saved)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew each time another section opens
  useEffect(() => {
    // A frame later, for the rows of directors that were put back are drawn by then.
    const frame = requestAnimationFrame(() => setTyped(readForm()))
    return () => cancelAnimationFrame(frame)
  }, [current])

  return {
    typed,
    directors,
    keep: (now: FormValues) => keepTyping(draft.current.id, now, draft.current.saved),
  }
}
