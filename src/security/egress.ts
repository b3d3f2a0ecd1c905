import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Where outgoing mail may go: `SMTP_EGRESS`, `SMTP_ALLOWED_HOSTS`, and the port that the house itself listens on. */
export type EgressPolicy = {
  mode: 'private-ok' | 'public-only' | 'allowlist'
  allowedHosts: string[]
  ownPort: number
}

/** Addresses to connect to, and nothing else; `near` when all of them are of this machine or a private network. */
export type Egress =
  | { ok: true; addresses: string[]; near: boolean }
  | { ok: false; reason: 'DNS_FAILED' | 'NOT_ALLOWED' }

export type Resolve = (host: string) => Promise<string[]>

/**
 * Resolves a mail host once and checks every address it has; whoever connects must use the addresses that come back,
 * so that a name cannot turn to another address in between. What cannot be resolved or read is refused.
 */
export async function checkEgress(
  policy: EgressPolicy,
  host: string,
  port: number,
  resolve: Resolve = resolveHost,
): Promise<Egress> {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (!/^[a-z0-9_.:-]{1,253}$/.test(name)) return { ok: false, reason: 'NOT_ALLOWED' }
  if (policy.mode === 'allowlist' && !policy.allowedHosts.some((each) => isSame(each, name)))
    return { ok: false, reason: 'NOT_ALLOWED' }
  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => [])
  if (addresses.length === 0) return { ok: false, reason: 'DNS_FAILED' }
  const places = addresses.map(placeOf)
  const refused = places.some(
    (place) =>
      place === 'never' ||
      (place !== 'public' && policy.mode === 'public-only') ||
      (place === 'loopback' && port === policy.ownPort),
  )
  if (refused) return { ok: false, reason: 'NOT_ALLOWED' }
  return { ok: true, addresses, near: places.every((place) => place !== 'public') }
}

type Place = 'never' | 'loopback' | 'private' | 'public'

/** What kind of address it is; an IPv4 address inside an IPv6 one counts as itself. */
export function placeOf(address: string): Place {
  const inner = embedded(address)
  const family = isIP(inner) === 4 ? 'ipv4' : 'ipv6'
  if (isIP(inner) === 0 || never.check(inner, family)) return 'never'
  if (loopback.check(inner, family)) return 'loopback'
  return near.check(inner, family) ? 'private' : 'public'
}

const resolveTime = 5_000

async function resolveHost(host: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), resolveTime)
  })
  try {
    const found = await Promise.race([lookup(host, { all: true, verbatim: true }), late])
    return found.map(({ address }) => address)
  } finally {
    clearTimeout(timer)
  }
}

const isSame = (allowed: string, name: string) => allowed.trim().toLowerCase() === name

/** Unspecified, link-local with its metadata service, multicast, reserved and broadcast. */
const never = list(
  ['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4'],
  ['::/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::254/128'],
)
const loopback = list(['127.0.0.0/8'], ['::1/128'])
const near = list(
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
  ['fc00::/7', 'fec0::/10'],
)

function list(v4: string[], v6: string[]): BlockList {
  const made = new BlockList()
  for (const [nets, family] of [
    [v4, 'ipv4'],
    [v6, 'ipv6'],
  ] as const)
    for (const net of nets) {
      const [address = '', bits] = net.split('/')
      made.addSubnet(address, Number(bits), family)
    }
  return made
}

/** The IPv4 address within a mapped, compatible, translated (NAT64) or 6to4 address; any other comes back as it is. */
function embedded(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address
  const groups = groupsOf(address)
  const start = groups.slice(0, 6).join(':')
  if (groups[0] === 0x2002) return v4Of(groups[1], groups[2])
  const holdsV4 = ['0:0:0:0:0:65535', '0:0:0:0:65535:0', `${0x64}:${0xff9b}:0:0:0:0`]
  const compatible = start === '0:0:0:0:0:0' && groups[6] !== 0
  return holdsV4.includes(start) || compatible ? v4Of(groups[6], groups[7]) : address
}

const v4Of = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(gap).fill('0'), ...after].map((group) => parseInt(group, 16))
}
