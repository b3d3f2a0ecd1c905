import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Env } from '#src/env.ts'
import { addressClass } from './addresses.ts'

export type EgressPolicy = {
  mode: 'private-ok' | 'public-only' | 'allowlist'
  allowedHosts: string[]
  /** Names that the operator says are on a local network. */
  localHosts: string[]
  ownPort: number
}

export const egressPolicyOf = (env: Env): EgressPolicy => ({
  mode: env.SMTP_EGRESS,
  allowedHosts: env.SMTP_ALLOWED_HOSTS,
  localHosts: env.SMTP_LOCAL_HOSTS,
  ownPort: env.PORT,
})

/** `local`: by an IP address, `localhost` or `localHosts`; DNS makes no name local. */
type Egress =
  | { ok: true; addresses: string[]; local: boolean }
  | { ok: false; reason: 'DNS_FAILED' | 'NOT_ALLOWED' }

type Resolve = (host: string) => Promise<string[]>

/** Connections must use the returned addresses, so that a name cannot change in between. */
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
  const refused = kinds.some(
    (kind) =>
      kind === 'refused' ||
      (kind !== 'public' && policy.mode === 'public-only') ||
      (kind === 'loopback' && port === policy.ownPort),
  )
  if (refused) return { ok: false, reason: 'NOT_ALLOWED' }
  const local =
    name === 'localhost'
      ? kinds.every((kind) => kind === 'loopback')
      : (isIP(name) !== 0 || vouched) && kinds.every((kind) => kind !== 'public')
  return { ok: true, addresses, local }
}

const resolveTime = 5_000

async function resolveHost(host: string): Promise<string[]> {
  const timeout = new Promise<[]>((resolve) => setTimeout(resolve, resolveTime, []).unref())
  const found = await Promise.race([lookup(host, { all: true }), timeout])
  return found.map(({ address }) => address)
}

/** Beside the usual authorities, not instead of them. */
export const authoritiesOf = ({ SMTP_EXTRA_CA_FILE: file }: Pick<Env, 'SMTP_EXTRA_CA_FILE'>) =>
  file ? [...rootCertificates, readFileSync(file, 'utf8')] : null
