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

/** The draft on the server and its saved answers; '' and 0 before the first save. */
export type Draft = Made & { saved: FormValues }

type Answer = FormValues[string] | undefined

/** All tabs share this copy. */
type Copy = { id: string | null; at: number; unsaved: FormValues }

const sevenDays = 7 * 24 * 60 * 60 * 1000

const names = sectionNumbers.flatMap(namesIn)

/** The names of the answers that are kept. Signatures never are. */
const keptNames = names.filter((name) => name !== 'authSignature' && name !== 'typedName')

/**
 * Returns the answers to send. A drawn signature is one of them only if it was drawn, cleared or chosen on this page.
 */
export function answersIn(posted: FormData): FormValues {
  const form = new FormData()
  for (const [name, answer] of posted) form.append(name, answer)
  keepChosenSignature(form)
  return answersOf(parse(form, { resolve: () => ({}) }).payload)
}

/** Returns the answers in conform's state, which leaves out blank ones. */
export function answersOf(state: Record<string, unknown> | undefined): FormValues {
  const answers = Object.entries(state ?? {}).filter(([name]) => names.includes(name))
  const businessTypes = [state?.businessTypes ?? []].flat() as string[]
  return { ...(Object.fromEntries(answers) as FormValues), businessTypes }
}

export type Typing = ReturnType<typeof openTyping>

/**
 * Keeps unsaved answers in local storage. The server sent `initial`, and `fields` were on the page when the scripts
 * ran.
 */
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
  // The page was fetched, ahead of the click or for Back, before the draft was started or sent.
  else if (!id && (owner || arrival() === 'back_forward')) location.reload()

  const wasPutBack = isPutBack()
  // A form that was posted before the scripts ran is newer than the stored copy.
  const isPosted = isNew && (isReply || searchParams.has('section'))
  const { unsaved } = read()
  const newest = { ...fields }
  // Firefox restores only the rows that the server sent, and nobody can remove a row before the scripts run.
  const isCut = (fields.directors?.length ?? 0) < (unsaved.directors?.length ?? 0)
  const typed = keptNames.filter(
    (name) =>
      !(wasPutBack || (isCut && name === 'directors')) && !isSame(fields[name], initial[name]),
  )
  for (const name of keptNames.filter((name) => !typed.includes(name))) {
    const isNewer = !isPosted || isSame(initial[name], '')
    newest[name] = (isNewer ? unsaved[name] : undefined) ?? initial[name] ?? ''
  }
  // Answers that were typed before the scripts ran are on the page, but not yet in the form's state.
  if (keptNames.some((name) => !isSame(initial[name], newest[name]))) restore(newest)
  let answers = newest
  if (typed.length > 0 || isPosted) keep(keptNames)
  // This must not happen before the reload above.
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
      // The storage is full or blocked. Next still saves on the server.
    }
  }

  /**
   * Leaves the page if another tab has submitted, started again or started the draft: a save from here would start a
   * second one.
   */
  function followTabs({ key, newValue }: StorageEvent) {
    if (key !== typingKey) return
    if (newValue === null || (!draft.current.id && read().id)) location.replace('/client-form')
  }

  return {
    /** Stores the answers that have changed since the last call, unless only the browser has filled them in. */
    follow(now: FormValues, isByHand: boolean) {
      const changed = keptNames.filter((name) => !isSame(now[name], answers[name]))
      answers = now
      if (isByHand && changed.length > 0) keep(changed)
    },
    saved: () => keep([]),
    /** Stops sharing answers with other tabs and later visits, in both directions. */
    close() {
      isClosed = true
      removeEventListener('storage', followTabs)
      removeEventListener('pageshow', comeBack)
    },
  }
}

/** Reloads after Back, because another tab may have submitted, and Safari empties some fields. */
function comeBack({ persisted }: PageTransitionEvent) {
  if (persisted) location.reload()
}

/** Compares two answers. Blank texts and blank rows count as missing. */
const isSame = (one: Answer, other: Answer) => comparable(one) === comparable(other)

const comparable = (answer: Answer) =>
  [answer ?? []]
    .flat()
    // conform's state leaves out a blank row.
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
    // The storage is empty or blocked, or the text is not ours.
  }
  return { id: null, at: Date.now(), unsaved: {} }
}
