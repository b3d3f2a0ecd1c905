import { type FormValues, sameAnswer } from '#src/forms/registration/form-values.ts'
import { typingKey } from '#src/ui/registration/forget-typing.ts'

const sevenDays = 7 * 24 * 60 * 60 * 1000
const never = ['authSignature', 'typedName']

type Kept = {
  /** Names this copy from its beginning to its end. */
  copy: string
  /** The page that wrote it last. */
  writer: string
  /** The draft that it belongs to. */
  id: string | null
  /** When it changed last. */
  at: number
  values: FormValues
  /** For each of them, what was saved when it was typed. */
  over: FormValues
}

export type Copy = ReturnType<typeof openCopy>

/**
 * Keeps unsaved typing in local storage (rule 37). `id` is the draft on the page; a copy of another draft is dropped.
 * Tabs share it: each writes its own changes, and one left open after the end writes nothing.
 */
export function openCopy(id: string | null, saved: FormValues) {
  const writer = `${Math.random()}`
  const before = read()
  const another = before && id && before.id && before.id !== id
  const usable = before && !another && Date.now() - before.at < sevenDays ? before : null
  let kept: Kept = usable ?? { copy: writer, writer, id, at: Date.now(), values: {}, over: {} }
  const readable = write(kept)
  let last: FormValues = { ...saved, ...kept.values }

  /** Keeps the answers that changed on this page, and drops those that are saved. */
  function keep(now: FormValues, id: string | null, saved: FormValues) {
    const changed = changedSince(last, now)
    last = now
    if (ended()) return
    kept = read() ?? kept
    const values = { ...kept.values, ...changed }
    const over = { ...kept.over }
    for (const name of Object.keys(changed)) over[name] = saved[name] ?? ''
    for (const [name, value] of Object.entries(values)) {
      if (!never.includes(name) && !sameAnswer(value, saved[name])) continue
      delete values[name]
      delete over[name]
    }
    const same = sameAnswers(values, kept.values)
    kept = { ...kept, writer, id, values, over, at: same ? kept.at : Date.now() }
    write(kept)
  }

  /** Submitted, or started again, since this page opened it. */
  const ended = () => readable && read()?.copy !== kept.copy

  return {
    /** What it held when the page opened; `null` where nothing can be kept. */
    values: readable ? kept.values : null,
    over: kept.over,
    keep,
    ended,
    /** The form as this page knew it last. */
    lastKnown: () => last,
    writtenElsewhere: () => readable && read()?.writer !== writer,
    /** After a save: a page whose copy had ended begins another, unless a newer page has. */
    renew() {
      if (!ended() || read()) return
      kept = { copy: writer + Date.now(), writer, id: null, at: Date.now(), values: {}, over: {} }
      write(kept)
    },
  }
}

/** The answers that changed. */
export const changedSince = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !sameAnswer(value, before[name])),
  )

const sameAnswers = (one: FormValues, other: FormValues) =>
  Object.keys({ ...one, ...other }).every((name) => sameAnswer(one[name], other[name]))

function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(typingKey) ?? 'null') as Kept | null
    return kept?.copy ? kept : null
  } catch {
    return null // closed to us, or not ours
  }
}

function write(kept: Kept): boolean {
  try {
    localStorage.setItem(typingKey, JSON.stringify(kept))
    return true
  } catch {
    return false // full, or closed to us; what was saved with Next is on the server all the same
  }
}
