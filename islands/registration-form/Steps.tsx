import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { sectionNumbers, sectionTitles } from '#src/forms/registration/sections.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { scriptsRan } from './put-back.ts'

/** Anchors that open their panel by CSS, ARIA tabs once scripts run. */
export function Steps({
  awake,
  current,
  faulty,
  complete,
  begun,
  onOpen,
}: {
  awake: boolean
  current: number
  faulty: ReadonlySet<number>
  complete: ReadonlySet<number>
  begun: ReadonlySet<number>
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
    const mark =
      (faulty.has(number) && 'errors') ||
      (complete.has(number) && 'complete') ||
      (begun.has(number) && 'begun')
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
        className={mark ? `step step-${mark}` : 'step'}
        href={`#section-${number}`}
        {...(!awake && number === current && { 'aria-current': 'step' as const })}
        {...tab}
      >
        <b>{number}</b> {title}
        {mark && (
          <span className={mark === 'errors' ? '' : 'visually-hidden'}> {markWords[mark]}</span>
        )}
      </a>
    )
  })
  return (
    <nav className="steps" aria-label="Sections" {...(awake && { role: 'tablist' })}>
      {steps}
    </nav>
  )
}

const markWords = { errors: 'Errors', complete: 'Complete', begun: 'Begun' }

export function PanelNav({
  number,
  awake,
  pending,
  reached,
  leadsBack,
  onOpen,
}: {
  number: number
  awake: boolean
  pending: string
  reached: boolean
  leadsBack: boolean
  onOpen: (section: number) => void
}) {
  const last = number === sectionNumbers.length
  const press = (value: string, words: string, isMain = !leadsBack) => (
    <Button
      type="submit"
      variant={isMain ? 'primary' : 'outlined'}
      name="step"
      value={value}
      aria-disabled={pending !== '' || undefined}
    >
      {pending !== value ? words : last ? 'Submitting...' : 'Saving...'}
    </Button>
  )
  const back =
    reached && !last && press(`answers:${number}`, 'Save and go back to your answers', leadsBack)
  return (
    <div className="form-nav">
      {number > 1 &&
        (awake ? (
          <Button onClick={() => onOpen(number - 1)}>Previous</Button>
        ) : (
          <ButtonLink href={`#section-${number - 1}`}>Previous</ButtonLink>
        ))}
      {!leadsBack && back}
      {last ? press('submit', 'Submit Application', true) : press(`next:${number}`, 'Next')}
      {leadsBack && back}
    </div>
  )
}

export function Progress({
  section,
  of,
  isFaulty,
}: {
  section: number
  of: number
  isFaulty: boolean
}) {
  const percent = Math.round((section / of) * 100)
  return (
    <div className="progress">
      <progress max={100} value={percent} aria-label="Progress through the form">
        {`${percent}%`}
      </progress>
      <p>
        <strong>{`Section ${section} of ${of}`}</strong>
        <span>{`${percent}%`}</span>
        <span>
          {section < of
            ? `${of - section} remaining`
            : isFaulty
              ? 'Errors to correct'
              : 'Ready to submit'}
        </span>
      </p>
    </div>
  )
}

/** The open section is the one of the URL's anchor, so links to fields open it, aside, and Back goes back a section. */
export function useSections(first: number) {
  const [awake, setAwake] = useState(false)
  const [current, setCurrent] = useState(first)
  const [isAside, setAside] = useState(true)
  const moved = useRef(false)

  useEffect(() => {
    const follow = () => {
      history.replaceState(scriptsRan, '')
      moved.current = true
      setAside(!anchored()?.matches('.panel'))
      setCurrent(anchoredSection() ?? first)
      // hidden until its section is drawn
      requestAnimationFrame(focusAnchored)
    }
    setCurrent(anchoredSection() ?? first)
    setAwake(true)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [first])

  // a tab keeps the focus; otherwise it moves to the section's heading
  useEffect(() => {
    if (!moved.current || document.activeElement?.matches('.step')) return
    document.getElementById(`section-title-${current}`)?.focus({ preventScroll: true })
    document.getElementById(`section-${current}`)?.scrollIntoView()
  }, [current])

  function open(section: number) {
    if (section === current) return
    moved.current = true
    history.pushState(scriptsRan, '', `#section-${section}`)
    setAside(false)
    setCurrent(section)
  }

  return { awake, current, isAside, open }
}

const anchored = () => (location.hash ? document.getElementById(location.hash.slice(1)) : null)

function focusAnchored() {
  const target = anchored()
  if (!target?.matches('.panel')) target?.focus()
}

/** Answers are rendered in an open section only. */
const anchoredSection = () =>
  location.hash.startsWith('#answers-')
    ? sectionNumbers.length
    : sectionNumbers.find((number) => anchored()?.closest(`#section-${number}`))
