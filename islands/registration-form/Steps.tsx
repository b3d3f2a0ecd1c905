import type { KeyboardEvent, MouseEvent } from 'react'
import { sectionNumbers, sectionTitles } from '#src/forms/registration/sections.ts'

/**
 * The five steps: anchors that open their panel by CSS before any script has run, ARIA tabs with arrow keys once the
 * island is awake.
 */
export function Steps({
  awake,
  current,
  faulty,
  onOpen,
}: {
  awake: boolean
  current: number
  /** Sections that have errors. */
  faulty: Set<number>
  onOpen: (section: number) => void
}) {
  function onKeyDown(event: KeyboardEvent) {
    const { length } = sectionNumbers
    const next = {
      ArrowRight: (current % length) + 1,
      ArrowLeft: current === 1 ? length : current - 1,
      Home: 1,
      End: length,
    }[event.key]
    if (!next) return
    event.preventDefault()
    document.getElementById(`step-${next}`)?.focus()
    onOpen(next)
  }

  const steps = sectionTitles.map((title, index) => {
    const number = index + 1
    const tab = awake && {
      role: 'tab',
      'aria-selected': number === current,
      'aria-controls': `section-${number}`,
      tabIndex: number === current ? 0 : -1,
      onKeyDown,
      onClick(event: MouseEvent<HTMLElement>) {
        event.preventDefault()
        event.currentTarget.focus()
        onOpen(number)
      },
    }
    return (
      <a
        key={title}
        id={`step-${number}`}
        className={faulty.has(number) ? 'step step-errors' : 'step'}
        href={`#section-${number}`}
        {...(!awake && number === current && { 'aria-current': 'step' as const })}
        {...tab}
      >
        <b>{number}</b> {title}
        {faulty.has(number) && <span> Has errors</span>}
      </a>
    )
  })
  return (
    <nav className="steps" aria-label="Sections" {...(awake && { role: 'tablist' })}>
      {steps}
    </nav>
  )
}
