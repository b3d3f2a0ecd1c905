import { parse } from '@conform-to/react'
import type { RefObject } from 'react'
import {
  type DirectorRow,
  type FormValues,
  namesIn,
  sectionNumbers,
} from '#src/forms/registration/sections.ts'
import { forgetTyping, typingKey } from '#src/ui/registration/forget-typing.ts'

/** Id of the form's element. */
export const formId = 'registration'

/** The draft as the server has it: its reference, `null` before the first save, and the answers saved with it. */
export type Draft = { id: string | null; saved: FormValues }

type Answer = FormValues[string] | undefined

/** What all tabs keep together: its draft, when it changed last, and each answer with what was saved when it was typed. */
type Copy = {
  id: string | null
  at: number
  answers: { [name: string]: { now: Answer; over: Answer } }
}

const sevenDays = 7 * 24 * 60 * 60 * 1000

const names = sectionNumbers.flatMap(namesIn)

/** A signature is never kept, drawn or typed. */
const kept = names.filter((name) => name !== 'authSignature' && name !== 'typedName')

/** The state of each entry of the history that the scripts ran on. */
export const scriptsRan = 'scripts ran'

/** What is typed in the form right now; a signature only when it was drawn or cleared on this page. */
export function readForm(): FormValues {
  const form = document.forms.namedItem(formId)
  const { payload } = parse(new FormData(form ?? undefined), { resolve: () => ({}) })
  const types = { businessTypes: [payload.businessTypes ?? []].flat() }
  const sent = Object.entries(payload).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries(sent), ...types } as FormValues
}

export type Typing = ReturnType<typeof openTyping>

/**
 * Keeps what is typed and not saved in local storage, and puts it back by `restore` (rule 37). `shown` are the answers
 * that the page came with. Tabs share one copy and write only their own changes; one left open after a submit or "Start
 * again" writes nothing until it saves its answers itself.
 */
export function openTyping(
  draft: RefObject<Draft>,
  { shown, isReply }: { shown: FormValues; isReply: boolean },
  restore: (values: FormValues) => void,
) {
  const { id, saved } = draft.current
  const { searchParams } = new URL(location.href)
  const isNew = history.state !== scriptsRan
  const { id: owner, at } = read()
  if (isNew && searchParams.has('new') && (!id || owner !== id)) forgetTyping()
  // the draft was begun since the form was fetched
  if (!id && owner && wasFetchedBefore()) location.reload()
  if ((id && owner && owner !== id) || Date.now() - at > sevenDays) forgetTyping()
  let hasEnded = false
  let stored = textOf()

  // left with scripts, and nobody has touched the page yet: the browser filled the fields by itself
  const isPutBack = !isNew && !navigator.userActivation?.hasBeenActive
  const isPosted = isNew && (isReply || (isSameOrigin() && searchParams.has('section')))
  const { answers } = read()
  const fields = readForm()
  const typed = kept.filter((name) => !isPutBack && !isSame(fields[name], shown[name]))
  const newest = { ...fields }
  for (const name of kept) {
    const { now, over } = answers[name] ?? {}
    const isNewer = now !== undefined && !(isPosted && !isSame(over, saved[name]))
    const before = (isNewer ? now : shown[name]) ?? ''
    newest[name] = typed.includes(name) ? beside(fields[name] ?? '', before) : before
    if (now !== undefined && !isNewer) typed.push(name)
  }
  if (kept.some((name) => !isSame(fields[name], newest[name]))) restore(newest)
  if (typed.length > 0) keep(typed, newest)
  history.replaceState(scriptsRan, '')
  addEventListener('storage', listen)
  addEventListener('pageshow', comeBack)

  /** Keeps these answers, unless they are saved. */
  function keep(names: string[], now = readForm()) {
    if (hasEnded) return
    const { id, saved } = draft.current
    const { answers } = read()
    for (const name of names.filter((name) => kept.includes(name)))
      answers[name] = { now: now[name] ?? '', over: saved[name] ?? '' }
    write({ id, at: Date.now(), answers })
  }

  function write({ answers, ...copy }: Copy) {
    const { saved } = draft.current
    const unsaved = Object.entries(answers).filter(([name, { now }]) => !isSame(now, saved[name]))
    try {
      const text = JSON.stringify({ ...copy, answers: Object.fromEntries(unsaved) })
      localStorage.setItem(typingKey, text)
      stored = text
    } catch {
      // full, or closed to us: what was saved with Next is on the server all the same
    }
  }

  function listen({ key, newValue }: StorageEvent) {
    if (key !== typingKey) return
    if (newValue === null) hasEnded = true
    // another tab has begun the draft, and a save from here would begin a second one
    else if (!draft.current.id && read().id) location.reload()
  }

  function comeBack({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    // submitted, started again or typed in another tab
    if (textOf() !== stored) return location.replace('/client-form')
    const { answers } = read()
    const unsaved = Object.entries(answers).map(([name, { now }]) => [name, now])
    const last = { ...draft.current.saved, ...Object.fromEntries(unsaved) }
    // in a task of its own: Safari empties fields without autocomplete once this event is over
    setTimeout(() => restore({ ...readForm(), ...last }))
  }

  return {
    keep,
    /** The draft was saved: what is typed since then stays unsaved. */
    saved() {
      hasEnded = false
      write({ id: draft.current.id, at: Date.now(), answers: read().answers })
    },
    close() {
      removeEventListener('storage', listen)
      removeEventListener('pageshow', comeBack)
    },
  }
}

/** Whether two answers are the same; blank rows and blank texts count as no answer. */
const isSame = (one: Answer, other: Answer) => comparable(one) === comparable(other)

const comparable = (answer: Answer | DirectorRow): string =>
  JSON.stringify(
    [answer ?? []]
      .flat()
      .map((item) =>
        typeof item === 'object'
          ? `${item?.name ?? ''}\n${item?.position ?? ''}`.trim()
          : item.replace(/\r\n/g, '\n').trim(),
      )
      .filter(Boolean),
  )

/** What was typed before the scripts ran; a director typed then stands beside those that are kept. */
function beside(typed: NonNullable<Answer>, before: NonNullable<Answer>): NonNullable<Answer> {
  if (typeof typed[0] !== 'object' || typeof before === 'string') return typed
  const length = Math.max(before.length, typed.length)
  const rows = Array.from({ length }, (_, at) => {
    const row = typed[at] as DirectorRow | undefined
    return row?.name || row?.position ? row : before[at]
  })
  return rows as DirectorRow[]
}

const isSameOrigin = () =>
  document.referrer === '' || new URL(document.referrer).origin === location.origin

/** Whether the page may be older than this visit: fetched ahead (speculation rules of the landing page), or cached for Back. */
const wasFetchedBefore = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    (entry) =>
      entry.type === 'back_forward' ||
      ('deliveryType' in entry && entry.deliveryType === 'navigational-prefetch'),
  )

function read(): Copy {
  try {
    const copy = JSON.parse(textOf() ?? '') as Copy
    if (copy.answers) return copy
  } catch {
    // nothing there, or not ours
  }
  return { id: null, at: Date.now(), answers: {} }
}

function textOf(): string | null {
  try {
    return localStorage.getItem(typingKey)
  } catch {
    return null // closed to us
  }
}
