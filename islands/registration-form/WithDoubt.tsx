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
  /** Whether the field is a date: a picked day is complete at once, but a typed year begins with zeros. */
  isDay?: boolean
  notesOf: (judged: string) => ReactNode
  /** Puts the hint into a place for announcements that several fields share. */
  announce?: (judged: string) => void
  children: (judging: Judging) => ReactNode
}

/** Renders a field, and below it the hint about its answer once the field has been left. */
export function WithDoubt({ value, isDay = false, notesOf, announce, children }: WithDoubtProps) {
  const [judged, setJudged] = useState(value)
  // Screen readers announce only changes in a region that already exists.
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

/** Milliseconds; an immediate hint would move the button that is being tapped. */
export const afterTap = 200
