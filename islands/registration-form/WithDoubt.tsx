import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { notADay } from '#src/forms/fields/format-warnings.ts'

type Line = HTMLInputElement | HTMLTextAreaElement

type Judging = {
  onFocus: () => void
  onBlur: (event: FocusEvent<Line>) => void
  onInput?: (event: FormEvent<Line>) => void
}

type WithDoubtProps = {
  value: string
  /** A picked day is whole at once; a typed year begins with noughts. */
  isDay?: boolean
  notesOf: (judged: string) => ReactNode
  /** Where many fields share one place for announcements, this puts it there. */
  announce?: (judged: string) => void
  children: (judging: Judging) => ReactNode
}

/** A field, and below it what is to be said of its answer once it has been left. */
export function WithDoubt({ value, isDay = false, notesOf, announce, children }: WithDoubtProps) {
  const [judged, setJudged] = useState(value)
  // screen readers announce what comes into a region that was there before
  const [isVisited, setVisited] = useState(false)
  useEffect(() => setJudged(value), [value])

  function judge(answer: string) {
    setJudged(answer)
    announce?.(answer)
  }

  return (
    <div>
      {children({
        onFocus: () => setVisited(true),
        onBlur: ({ target: { validity, value } }) =>
          setTimeout(judge, afterTap, validity.badInput ? notADay : value),
        onInput: ({ currentTarget: { value } }) =>
          isDay && !value.startsWith('0') && setJudged(value),
      })}
      {(judged !== '' || isVisited) && (
        <div role={announce ? undefined : 'status'}>{notesOf(judged)}</div>
      )}
    </div>
  )
}

export const Doubt = ({ children }: { children: ReactNode }) =>
  children && <p className="hint field-warning">{children}</p>

/** In ms: a doubt at once would move what the tap that left the field is on. */
export const afterTap = 200
