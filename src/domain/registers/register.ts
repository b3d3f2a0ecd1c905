import { z } from 'zod'
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
 * Returns the JSON of an answer, or `null` for 404. It follows the network rules of outgoing mail and no redirects.
 * Throws `RegisterFailure`.
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
    return JSON.parse(text)
  } catch {
    throw new RegisterFailure('unreadable')
  }
}

/** In characters. A longer text is cut before anything else happens to it. */
const longestText = 300

/**
 * Removes marks that would reverse the text around them on the page. Cleaning happens here, so that only text that is
 * read takes time.
 */
export const registerText = z
  .string()
  .transform((text) => readText(text.slice(0, longestText), longestText) ?? '')

export const optionalText = registerText.optional().catch(undefined)

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

/** Folds a name, so that case, punctuation and the usual short forms make no difference. */
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
 * Finds the first of the registered names ("SURNAME, Forename Middle") that is the same person as a typed one, which may
 * leave out middle names, shorten the first, or be the other way round. Every name is folded once, because a register
 * may list a thousand officers.
 */
export function samePersonIn<Person extends { name: string }>(registered: readonly Person[]) {
  const byLastName = new Map<string, { person: Person; first: string }[]>()
  for (const person of registered) {
    const { last, first } = readRegistered(person.name)
    const sharing = byLastName.get(last) ?? []
    if (sharing.every((other) => other.first !== first)) sharing.push({ person, first })
    byLastName.set(last, sharing)
  }
  return (typed: string): Person | undefined => {
    const names = readTyped(typed)
    const whole = byLastName.get(names.join(' '))?.find(({ first }) => first === '')
    const others = names.slice(1).flatMap((_, at) => {
      const sharing = byLastName.get(names.slice(at + 1).join(' ')) ?? []
      return sharing.filter(({ first }) => first !== '' && isSameFirst(first, names[0] ?? ''))
    })
    return (whole ?? others[0])?.person
  }
}

function readRegistered(registered: string) {
  const [surname = '', forenames = ''] = registered.slice(0, longestText).split(',')
  const [first = ''] = namesIn(forenames)
  return { last: wordsOf(surname).join(' '), first }
}

function readTyped(typed: string): string[] {
  const text = typed.slice(0, longestText)
  const [last, first] = text.includes(',') ? text.split(',') : ['', text]
  return namesIn(`${first} ${last}`)
}

function isSameFirst(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length)
  return one === other || (short.length === 1 && long.startsWith(short))
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

/** Letters that have no accent to remove, as the register writes them. */
const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' }
