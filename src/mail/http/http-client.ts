import { MailFault } from '#src/mail/mailer.ts'
import { networkError } from './network-errors.ts'

const requestTime = 20_000
const longestAnswer = 256 * 1024

export type HttpResponse = { status: number; headers: Record<string, string>; text: string }

/** One request to a fixed peer: no redirects, 20 seconds at most, a bounded answer. Throws `MailFault`. */
export async function httpRequest(url: string, init: RequestInit): Promise<HttpResponse> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([
        AbortSignal.timeout(requestTime),
        ...(init.signal ? [init.signal] : []),
      ]),
    })
    const text = await textOf(response)
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  } catch (error) {
    throw networkError(error)
  }
}

/** Throws when a service was redirected, too busy or out of order: neither success nor refusal. */
export function refuseInconclusive({ status, headers }: HttpResponse) {
  if ((status >= 300 && status < 400) || status === 429 || status >= 500)
    throw new MailFault('DROPPED', undefined, false, headers['retry-after'])
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
