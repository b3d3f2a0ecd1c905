import { MailFault } from './mailer.ts'

const requestTime = 20_000

/** Milliseconds to wait for the answer about a message. Giving up too early would send the message twice. */
export const sendingTime = 5 * 60_000

const longestAnswer = 256 * 1024

export type HttpResponse = { status: number; headers: Record<string, string>; text: string }

/**
 * Sends a request. It follows no redirect, limits the answer, and ends after 20 seconds unless it `isSending` a
 * message. Throws `MailFault`.
 */
export async function httpRequest(
  url: string,
  init: RequestInit,
  { isSending = false } = {},
): Promise<HttpResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([
        AbortSignal.timeout(isSending ? sendingTime : requestTime),
        ...(init.signal ? [init.signal] : []),
      ]),
    })
    const text = await textOf(response)
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  } catch (error) {
    throw isSending ? sendingError(error) : networkError(error)
  }
}

/**
 * Throws on a redirect and on a busy or broken service, because such an answer is neither a success nor a refusal.
 */
export function refuseInconclusive({ status, headers }: HttpResponse) {
  if ((status >= 300 && status < 400) || status === 429 || status >= 500)
    throw new MailFault('DROPPED', undefined, { retryAfter: headers['retry-after'] })
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > longestAnswer) throw new Error('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Once there was a connection, the service may have taken the message. */
export function sendingError(error: unknown): MailFault {
  const fault = networkError(error)
  const isLost = fault.reason === 'TIMEOUT' || fault.reason === 'DROPPED'
  return isLost && !/CONNECT_TIMEOUT|syscall connect/.test(codesOf(error))
    ? new MailFault('UNCONFIRMED')
    : fault
}

export function networkError(error: unknown): MailFault {
  if (error instanceof MailFault) return error
  const codes = codesOf(error)
  if (/ENOTFOUND|EAI_AGAIN/.test(codes)) return new MailFault('DNS_FAILED')
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(codes)) return new MailFault('REFUSED')
  if (/CERT|TLS|SSL|EPROTO/.test(codes)) return new MailFault('TLS_FAILED')
  if (/Timeout|TIMEOUT|ETIMEDOUT|ECONNABORTED|Abort|ERR_CANCELED/.test(codes))
    return new MailFault('TIMEOUT')
  return new MailFault('DROPPED')
}

const codesOf = (error: unknown) =>
  [...chainOf(error)]
    .map(({ code, name, syscall }) => `${name} ${code} syscall ${syscall}`)
    .join(' ')

type Named = {
  code?: string
  name?: string
  syscall?: string
  cause?: unknown
  errors?: unknown[]
}

function* chainOf(error: unknown): Generator<Named> {
  if (typeof error !== 'object' || error === null) return
  const current = error as Named
  yield current
  for (const inner of [current.cause, ...(current.errors ?? [])]) yield* chainOf(inner)
}

const longest = 3_600_000

/** Returns milliseconds, an hour at most, or 0 when the header cannot be read. */
export function retryWait(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longest)
}
