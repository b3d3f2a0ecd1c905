import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Env } from '#src/env.ts'
import { addressClass } from './addresses.ts'

export type EgressPolicy = {
  mode: 'private-ok' | 'public-only' | 'allowlist'
  allowedHosts: string[]
  /** Host names that the operator has declared to be on a local network. */
  localHosts: string[]
  ownPort: number
}

export const egressPolicyOf = (env: Env): EgressPolicy => ({
  mode: env.SMTP_EGRESS,
  allowedHosts: env.SMTP_ALLOWED_HOSTS,
  localHosts: env.SMTP_LOCAL_HOSTS,
  ownPort: env.PORT,
})

/**
 * `local` is true for a local IP address, `localhost` and `localHosts`. A name that DNS resolves to a local address
 * is not local.
 */
type Egress =
  | { ok: true; addresses: string[]; local: boolean }
  | { ok: false; reason: 'DNS_FAILED' | 'NOT_ALLOWED' }

type Resolve = (host: string) => Promise<string[]>

/**
 * Checks where a connection would go. The connection must use the returned addresses, because the name could change
 * in between.
 */
export async function checkEgress(
  policy: EgressPolicy,
  host: string,
  port: number,
  resolve: Resolve = resolveHost,
): Promise<Egress> {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (!/^[a-z0-9_.:-]{1,253}$/.test(name)) return { ok: false, reason: 'NOT_ALLOWED' }
  const listed = (hosts: string[]) => hosts.some((host) => host.toLowerCase() === name)
  const vouched = listed(policy.localHosts)
  if (policy.mode === 'allowlist' && !vouched && !listed(policy.allowedHosts))
    return { ok: false, reason: 'NOT_ALLOWED' }
  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => [])
  if (addresses.length === 0) return { ok: false, reason: 'DNS_FAILED' }
  const kinds = addresses.map(addressClass)
  const isRefused = kinds.some(
    (kind) =>
      kind === 'refused' ||
      (kind !== 'public' && policy.mode === 'public-only') ||
      (kind === 'loopback' && port === policy.ownPort),
  )
  if (isRefused) return { ok: false, reason: 'NOT_ALLOWED' }
  const local =
    name === 'localhost'
      ? kinds.every((kind) => kind === 'loopback')
      : (isIP(name) !== 0 || vouched) && kinds.every((kind) => kind !== 'public')
  return { ok: true, addresses, local }
}

const resolveTime = 5_000

async function resolveHost(host: string): Promise<string[]> {
  const timeout = new Promise<[]>((resolve) => setTimeout(resolve, resolveTime, []).unref())
  const results = await Promise.race([lookup(host, { all: true }), timeout])
  return results.map(({ address }) => address)
}

/** Returns these authorities in addition to the usual ones. */
export const authoritiesOf = ({ SMTP_EXTRA_CA_FILE: file }: Pick<Env, 'SMTP_EXTRA_CA_FILE'>) =>
  file ? [...rootCertificates, readFileSync(file, 'utf8')] : null

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

/** Connects to the checked addresses, whatever DNS says by now. */
function pinned(addresses: string[]): NonNullable<RequestOptions['lookup']> {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  return (_host, options, done) =>
    options.all ? done(null, all) : done(null, first?.address ?? '', first?.family)
}

/**
 * Sends a request without following redirects. The status counts even if reading the text fails. The text is cut at
 * `mostBytes`.
 */
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
      // if the text never ends, the request fails by its time-out
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
