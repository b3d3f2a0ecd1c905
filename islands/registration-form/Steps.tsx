import { useFormMetadata } from '@conform-to/react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { hasGaps, sectionsWithGaps } from '#src/forms/registration/gaps.ts'
import {
  begunSections,
  type FormValues,
  percentAt,
  type SectionNumber,
  sectionNumbers,
  sectionOfAnchor,
  sectionTitles,
} from '#src/forms/registration/sections.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { scriptsRan } from './put-back.ts'
import { formId } from './typing.ts'

/** Anchors that open their panel by CSS, ARIA tabs once scripts run. */
export function Steps({
  awake,
  current,
  faulty,
  complete,
  today,
  onOpen,
}: {
  awake: boolean
  current: number
  faulty: ReadonlySet<number>
  /** The sections whose saved answers are complete. */
  complete: ReadonlySet<number>
  today: string
  /** Opens a section; the tab keeps the focus. */
  onOpen: (section: number, byTab: true) => void
}) {
  const answers = useAnswers()
  const begun: ReadonlySet<number> = new Set(begunSections(answers))
  const tabs = useRef<Record<number, HTMLElement | null>>({})

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
    tabs.current[next]?.focus()
    onOpen(next, true)
  }

  const steps = sectionTitles.map((title, index) => {
    const number = (index + 1) as SectionNumber
    const isComplete = complete.has(number) && !hasGaps(number, answers, today)
    const mark =
      (faulty.has(number) && 'errors') ||
      (isComplete && 'complete') ||
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
        onOpen(number, true)
      },
    }
    return (
      <a
        key={title}
        ref={(tab) => {
          tabs.current[number] = tab
        }}
        id={`step-${number}`}
        className={mark ? `step step-${mark}` : 'step'}
        href={`#section-${number}`}
        aria-current={!awake && number === current ? 'step' : undefined}
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
    <nav className="steps" aria-label="Sections" role={awake ? 'tablist' : undefined}>
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
  submits,
  onOpen,
}: {
  number: number
  awake: boolean
  pending: string
  reached: boolean
  leadsBack: boolean
  /** Whether the applicant signs; `false` while a signer is asked. */
  submits: boolean
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
      {!last && press(`next:${number}`, 'Next')}
      {last && submits && press('submit', 'Submit Application', true)}
      {leadsBack && back}
    </div>
  )
}

/** Renders the tabs. `faulty` lists the sections in which the server found errors. */
export function Progress({
  section,
  faulty,
  today,
}: {
  section: number
  faulty: ReadonlySet<number>
  today: string
}) {
  const { length } = sectionNumbers
  const percent = percentAt(section)
  return (
    <div className="progress">
      <progress max={100} value={percent} aria-label="Progress through the form">
        {`${percent}%`}
      </progress>
      <p>
        <strong>{`Section ${section} of ${length}`}</strong>
        <span>{`${percent}%`}</span>
        {section < length ? (
          <span>{`${length - section} remaining`}</span>
        ) : (
          <Readiness faulty={faulty} today={today} />
        )}
      </p>
    </div>
  )
}

function Readiness({ faulty, today }: { faulty: ReadonlySet<number>; today: string }) {
  const gaps = sectionsWithGaps(useAnswers(), today)
  if (faulty.size > 0) return <span>{`Errors to correct: ${titlesOf([...faulty].sort())}`}</span>
  if (gaps.length === sectionNumbers.length - 1) return <span>4 to complete</span>
  if (gaps.length > 0) return <span>{`To complete: ${titlesOf(gaps)}`}</span>
  return <span>Ready to submit</span>
}

const titlesOf = (sections: number[]) =>
  sections.map((number) => sectionTitles[number - 1]).join(', ')

/** The answers on the page. */
const useAnswers = () => (useFormMetadata(formId).value ?? {}) as FormValues

/** The URL's anchor names the open section, so that links to fields open it and Back returns to the section before. */
export function useSections(first: number) {
  const [awake, setAwake] = useState(false)
  const [current, setCurrent] = useState(first)
  const [isAside, setAside] = useState(true)
  const movesFocus = useRef(false)
  const panels = useRef<Record<number, Panel>>({})

  useEffect(() => {
    const follow = () => {
      history.replaceState(scriptsRan, '')
      movesFocus.current = true
      setAside(!isPanel(anchor()))
      setCurrent(sectionOfAnchor(anchor()) ?? first)
      // The field is hidden until its section is rendered.
      requestAnimationFrame(focusAnchored)
    }
    setCurrent(sectionOfAnchor(anchor()) ?? first)
    setAwake(true)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [first])

  useEffect(() => {
    if (!movesFocus.current) return
    const { panel, title } = panels.current[current] ?? {}
    title?.focus({ preventScroll: true })
    panel?.scrollIntoView()
  }, [current])

  /** Moves the focus to the section's heading, unless a tab has it. */
  function open(section: number, byTab = false) {
    if (section === current) return
    movesFocus.current = !byTab
    history.pushState(scriptsRan, '', `#section-${section}`)
    setAside(false)
    setCurrent(section)
  }

  return { awake, current, isAside, open, panels }
}

type Panel = { panel?: HTMLElement | null; title?: HTMLElement | null }

const anchor = () => location.hash.slice(1)

const isPanel = (id: string) => /^section-\d$/.test(id)

/** Moves the focus to the element of the anchor, because a link can lead to any element. */
function focusAnchored() {
  if (!isPanel(anchor())) document.getElementById(anchor())?.focus()
}
