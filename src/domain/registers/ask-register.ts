import type { Store } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import type { RegisterFault } from '#src/forms/integrations/registers.ts'
import { readText } from '#src/forms/text.ts'
import { ask, findPeer } from '#src/security/outgoing.ts'

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
