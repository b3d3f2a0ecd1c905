import { type RefObject, useEffect, useRef, useState } from 'react'
import { type DirectorRow, type FormValues, rowsOf } from '#src/forms/registration/form-values.ts'
import { forgetTyping } from '#src/ui/registration/forget-typing.ts'
import { type Copy, changedSince, openCopy } from './kept-typing.ts'
import { cameByPost, fieldsWerePutBack, newestAnswers, noteScriptsRan } from './newest-answers.ts'
import { fill, readForm } from './typed-form.ts'

/** The draft as the server has it: its reference, `null` before the first save, and the answers saved with it. */
export type Draft = { id: string | null; saved: FormValues }

/**
 * Keeps unsaved typing and restores it. `served` are the answers in the fields as the page came. Returns the answers at
 * the time the section was opened (`typed`) and the rows of directors that were restored.
 */
export function useTyping(draft: RefObject<Draft>, served: FormValues, current: number) {
  const [typed, setTyped] = useState(served)
  const [directors, setDirectors] = useState<DirectorRow[] | null>(null)
  const copy = useRef<Copy>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts run
  useEffect(() => {
    const { id, saved } = draft.current
    const post = served === saved ? cameByPost() : 'refused'
    if (post === 'start-again') forgetTyping()
    const opened = openCopy(id, saved)
    const fields = readForm()
    const putBack = fieldsWerePutBack()
    const over = post && opened.over
    const newest = newestAnswers({ served, fields, kept: opened.values, over, putBack })
    putInForm(changedSince(fields, newest))
    copy.current = opened
    opened.keep(newest, id, saved)
    noteScriptsRan()

    const leave = () => keep(readForm())
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      if (opened.ended() || opened.writtenElsewhere()) location.replace('/client-form')
      // In a task of its own: Safari empties fields without autocomplete once this event is over.
      else setTimeout(() => putInForm(changedSince(readForm(), opened.lastKnown())))
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again each time another section opens
  useEffect(() => {
    // A frame later, for the rows of directors that were put back are drawn by then.
    const frame = requestAnimationFrame(() => setTyped(readForm()))
    return () => cancelAnimationFrame(frame)
  }, [current])

  function putInForm({ directors, ...others }: FormValues) {
    const kept = copy.current
    copy.current = null // what is filled in here is no typing
    if (directors) setDirectors(rowsOf({ directors }))
    for (const [name, value] of Object.entries(others)) fill(name, value as string | string[])
    copy.current = kept
  }

  function keep(now: FormValues) {
    copy.current?.keep(now, draft.current.id, draft.current.saved)
  }

  return {
    typed,
    directors,
    keep,
    /** Keeps on after a save, which may have made a new draft. */
    keepSaved(now: FormValues) {
      copy.current?.renew()
      keep(now)
    },
  }
}
