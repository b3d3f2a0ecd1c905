import { request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Env } from '#src/env.ts'
import { authoritiesOf, checkEgress, egressPolicyOf } from './egress.ts'

export async function findPeer(env: Env, address: string) {
  const { hostname, port, protocol } = new URL(address)
  const isSecure = protocol === 'https:'
  const egress = await checkEgress(
    egressPolicyOf(env),
    hostname,
    Number(port) || (isSecure ? 443 : 80),
  )
  if (!egress.ok) return egress
  if (!isSecure && !egress.local) return { ok: false, reason: 'NOT_ENCRYPTED' } as const
  const ca = authoritiesOf(env) ?? undefined
  return { ok: true, connection: { agent: false, lookup: pinned(egress.addresses), ca } } as const
}

/** Connects to the addresses that were checked, whatever DNS says by now. */
function pinned(addresses: string[]): NonNullable<RequestOptions['lookup']> {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  return (_host, options, done) =>
    options.all ? done(null, all) : done(null, first?.address ?? '', first?.family)
}

/** Follows no redirect. The status counts, whatever becomes of the text, which is cut at `mostBytes`. */
export function ask(
  url: URL,
  { body, mostBytes, ...options }: RequestOptions & { body?: string; mostBytes: number },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = begin(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      const finish = () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
      }
      response.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size >= mostBytes) finish()
      })
      response.on('end', finish)
      response.on('error', finish)
      // of a text that never ends, the time-out is of the request
      request.off('error', reject).on('error', finish)
    })
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy()
      resolve({ status, text: '' })
    })
    request.on('error', reject)
    // a connection may close with neither an answer nor an error
    request.on('close', () => reject(new Error('The connection was closed')))
    request.end(body)
  })
}
