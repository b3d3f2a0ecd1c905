import { parse } from '@conform-to/react'
import type { RefObject } from 'react'
import { keepChosenSignature } from '#src/forms/registration/chosen-signature.ts'
import {
  type DirectorRow,
  type FormValues,
  namesIn,
  sectionNumbers,
} from '#src/forms/registration/sections.ts'
import { forgetTyping, typingKey } from '#src/ui/registration/forget-typing.ts'
import { answersSent, isPutBack, scriptsRan } from './put-back.ts'
import type { Made } from './saving.ts'

export const formId = 'registration'

/** The draft on the server and the answers saved with it; '' and 0 before the first save. */
export type Draft = Made & { saved: FormValues }

type Answer = FormValues[string] | undefined

/** Shared by all tabs. */
type Copy = { id: string | null; at: number; unsaved: FormValues }

const sevenDays = 7 * 24 * 60 * 60 * 1000

const names = sectionNumbers.flatMap(namesIn)

/** A signature is never kept, drawn or typed. */
const keptNames = names.filter((name) => name !== 'authSignature' && name !== 'typedName')

/** What a press sends: a drawn signature only when it was drawn, cleared or chosen again on this page. */
export function answersIn(posted: FormData): FormValues {
  const form = new FormData()
  for (const [name, answer] of posted) form.append(name, answer)
  keepChosenSignature(form)
  return answersOf(parse(form, { resolve: () => ({}) }).payload)
}

/** Of conform's state, which leaves blank answers out. */
export function answersOf(state: Record<string, unknown> | undefined): FormValues {
  const answers = Object.entries(state ?? {}).filter(([name]) => names.includes(name))
  const businessTypes = [state?.businessTypes ?? []].flat() as string[]
  return { ...(Object.fromEntries(answers) as FormValues), businessTypes }
}

export type Typing = ReturnType<typeof openTyping>

/** Keeps unsaved typing in local storage. The page came with `initial`, and `fields` stood in it when the scripts ran. */
export function openTyping(
  draft: RefObject<Draft>,
  { initial, fields, isReply }: { initial: FormValues; fields: FormValues; isReply: boolean },
  restore: (values: FormValues) => void,
) {
  const { id } = draft.current
  let isClosed = false
  const { searchParams } = new URL(location.href)
  const isNew = history.state === null
  const { id: owner, at } = read()
  const isRenewed = isNew && searchParams.has('new') && (!id || owner !== id)
  const isOthers = owner && owner !== id && (id || arrival() === 'reload')
  if (isRenewed || isOthers || Date.now() - at > sevenDays) forgetTyping()
  // the page was fetched, ahead or for Back, before the draft was begun or sent
  else if (!id && (owner || arrival() === 'back_forward')) location.reload()

  const wasPutBack = isPutBack()
  // posted before the scripts arrived: newer than what was kept
  const isPosted = isNew && (isReply || searchParams.has('section'))
  const { unsaved } = read()
  const newest = { ...fields }
  // Firefox puts back only the rows that the server sent; nobody removes a row before the scripts run
  const isCut = (fields.directors?.length ?? 0) < (unsaved.directors?.length ?? 0)
  const typed = keptNames.filter(
    (name) =>
      !(wasPutBack || (isCut && name === 'directors')) && !isSame(fields[name], initial[name]),
  )
  for (const name of keptNames.filter((name) => !typed.includes(name))) {
    const isNewer = !isPosted || isSame(initial[name], '')
    newest[name] = (isNewer ? unsaved[name] : undefined) ?? initial[name] ?? ''
  }
  // typed before the scripts ran, it is on the page and not yet in the form's state
  if (keptNames.some((name) => !isSame(initial[name], newest[name]))) restore(newest)
  let answers = newest
  if (typed.length > 0 || isPosted) keep(keptNames)
  // not before the reload above
  if (history.state !== answersSent || arrival() === 'reload')
    history.replaceState(scriptsRan, '', location.pathname + location.hash)
  addEventListener('storage', followTabs)
  addEventListener('pageshow', comeBack)

  function keep(changed: string[]) {
    if (isClosed) return
    const { id, saved } = draft.current
    const all = { ...read().unsaved }
    for (const name of changed) all[name] = answers[name] ?? ''
    const unsaved = Object.entries(all).filter(([name, answer]) => !isSame(answer, saved[name]))
    const copy: Copy = { id, at: Date.now(), unsaved: Object.fromEntries(unsaved) }
    try {
      localStorage.setItem(typingKey, JSON.stringify(copy))
    } catch {
      // full or blocked: Next has saved on the server
    }
  }

  /** Another tab has submitted, started again, or begun the draft: a save from here would begin a second one. */
  function followTabs({ key, newValue }: StorageEvent) {
    if (key !== typingKey) return
    if (newValue === null || (!draft.current.id && read().id)) location.replace('/client-form')
  }

  return {
    /** The answers as they stand; what has changed since the last time is kept, unless the browser alone has filled it. */
    follow(now: FormValues, isByHand: boolean) {
      const changed = keptNames.filter((name) => !isSame(now[name], answers[name]))
      answers = now
      if (isByHand && changed.length > 0) keep(changed)
    },
    saved: () => keep([]),
    /** Leaves the page as it is: other tabs and later visits get nothing from it, nor it from them. */
    close() {
      isClosed = true
      removeEventListener('storage', followTabs)
      removeEventListener('pageshow', comeBack)
    },
  }
}

/** Back: another tab may have submitted, and Safari empties some fields. */
function comeBack({ persisted }: PageTransitionEvent) {
  if (persisted) location.reload()
}

/** Blank texts and blank rows count as none. */
const isSame = (one: Answer, other: Answer) => comparable(one) === comparable(other)

const comparable = (answer: Answer) =>
  [answer ?? []]
    .flat()
    // a blank row is none in conform's state
    .map((item: string | Partial<DirectorRow> | undefined) =>
      typeof item === 'string'
        ? item.trim()
        : `${item?.name ?? ''}\n${item?.position ?? ''}`.trim(),
    )
    .filter(Boolean)
    .join('\0')

const arrival = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type

function read(): Copy {
  try {
    const copy = JSON.parse(localStorage.getItem(typingKey) ?? '') as Copy
    if (copy.unsaved) return copy
  } catch {
    // nothing there, not ours, or blocked
  }
  return { id: null, at: Date.now(), unsaved: {} }
}
