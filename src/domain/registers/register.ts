import type { RegisterRow } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'
import type { RegisterFault } from '#src/forms/integrations/registers.ts'
import { readText } from '#src/forms/text.ts'
import { ask, findPeer } from '#src/security/egress.ts'

export class RegisterFailure extends Error {
  constructor(readonly fault: RegisterFault) {
    super(fault)
  }
}

const timeoutMs = seconds(5)
const mostBytes = 512 * 1024

type Request = { method?: string; headers: Record<string, string>; body?: string }

/**
 * The JSON of an answer, `null` for 404. By the rules of outgoing mail, without redirects. Throws `RegisterFailure`.
 */
export async function askRegister(
  { env }: Store,
  address: string,
  request: Request,
  stopping?: AbortSignal,
): Promise<unknown> {
  const { status, text } = await answerOf(env, address, request, stopping)
  if (status === 404) return null
  if (status === 429) throw new RegisterFailure('busy')
  if (status === 400 || status === 401 || status === 403) throw new RegisterFailure('refused')
  if (status !== 200) throw new RegisterFailure('unreachable')
  try {
    return JSON.parse(text, cleaned)
  } catch {
    throw new RegisterFailure('unreadable')
  }
}

/** Without marks that would turn the text around them on the page. */
const cleaned = (_: string, value: unknown) =>
  typeof value === 'string' ? (readText(value, longestText) ?? value) : value

export const longestText = 1000

async function answerOf(
  env: Store['env'],
  address: string,
  request: Request,
  stopping: AbortSignal | undefined,
) {
  try {
    const peer = await findPeer(env, address)
    if (!peer.ok) throw new RegisterFailure('unreachable')
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout
    return await ask(new URL(address), { ...peer.connection, ...request, mostBytes, signal })
  } catch {
    throw new RegisterFailure('unreachable')
  }
}

export function nameRow(registered: string, typed: string): RegisterRow {
  const label = 'Name as registered'
  if (isSameBusiness(registered, typed)) return { label, value: registered }
  return { label, value: `${registered} (typed: ${typed || 'nothing'})`, isOdd: true }
}

/** Case, marks and the usual short forms make no difference. */
export const isSameBusiness = (registered: string, typed: string) =>
  businessWords(registered) === businessWords(typed)

const businessWords = (name: string) =>
  wordsOf(name.replaceAll('&', ' and '))
    .map((word) => shortForms[word] ?? word)
    .filter((word) => word !== 'the')
    .join(' ')
    .replace(/\bpublic ltd company\b/, 'plc')

const shortForms: Record<string, string> = { limited: 'ltd', cyfyngedig: 'ltd', co: 'company' }

/**
 * `registered` is "SURNAME, Forename Middle"; a typed name may leave out middle names, shorten the first, or be the
 * other way round.
 */
export function isSamePerson(registered: string, typed: string): boolean {
  const [surname = '', forenames = ''] = registered.split(',')
  const last = wordsOf(surname)
  const [first = ''] = namesIn(forenames)
  const [typedLast, typedFirst] = typed.includes(',') ? typed.split(',') : ['', typed]
  const typedNames = namesIn(`${typedFirst} ${typedLast}`)
  const [typedFirstName = ''] = typedNames
  const end = typedNames.slice(-last.length)
  if (!first) return last.join(' ') === typedNames.join(' ')
  if (typedNames.length <= last.length || end.join(' ') !== last.join(' ')) return false
  const [short = '', long = ''] = [first, typedFirstName].sort((a, b) => a.length - b.length)
  return first === typedFirstName || (short.length === 1 && long.startsWith(short))
}

const namesIn = (text: string) => wordsOf(text).filter((word) => !titles.has(word))

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'sir', 'dame', 'lord', 'lady'])

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/[łøđßæ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** They have no mark that could be taken off; the register writes them so. */
const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' }
