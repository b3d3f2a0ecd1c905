import { existsSync, readFileSync } from 'node:fs'
import type { MiddlewareHandler } from 'hono'
import type { Deps, SilentProxy } from '#src/deps.ts'
import { noteProxy, sharing, silentProxyWords } from '#src/domain/maintenance/running-server.ts'
import type { Ctx, HonoEnv } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import {
  addressClass,
  isIn,
  isLoopback,
  type Network,
  readAddress,
  readNetworks,
} from '#src/security/addresses.ts'

type ClientAddress = {
  address: string
  known: boolean
  /** True when `address` sent X-Forwarded-For without being a trusted proxy. */
  passedOver: boolean
}

/**
 * Reads X-Forwarded-For from the right, up to the first address that is not a trusted proxy. The sender can forge the
 * rest.
 */
export function clientAddress(c: Ctx, trusted: Network[]): ClientAddress {
  const peer = c.env.incoming?.socket.remoteAddress ?? 'unknown'
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  let address = readAddress(peer)?.toString()
  if (!address) return { address: peer, known: false, passedOver: false }
  for (const hop of hops.filter(Boolean).reverse()) {
    if (!isIn(trusted, address)) return { address, known: true, passedOver: true }
    const next = addressOfHop(hop)
    if (!next) return { address, known: false, passedOver: false }
    address = next
  }
  return { address, known: true, passedOver: false }
}

/** Also reads an address with a port, such as `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function addressOfHop(hop: string): string | undefined {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\])(?::\d{1,5})?$/.exec(hop)?.groups ?? {}
  return readAddress(v4 ?? v6 ?? hop)?.toString()
}

export function adminsMayCall(c: Ctx): boolean {
  const { env } = c.var.deps
  if (env.ADMIN_NETWORKS.length === 0) return true
  return c.var.addressKnown && isIn(readNetworks(env.ADMIN_NETWORKS), c.var.address)
}

export function refuseOtherNetworks(c: Ctx) {
  if (!adminsMayCall(c)) throw new HttpError(404, httpMessages.notFound)
}

export const adminNetworksOnly: MiddlewareHandler<HonoEnv> = async function adminNetworks(c, next) {
  if (!adminsMayCall(c)) return c.notFound()
  await next()
}

/** Other headers of proxies. They are never read, because only X-Forwarded-For of a trusted proxy counts. */
const passedOn = ['forwarded', 'via', 'x-real-ip']

export function isFromConsole(c: Ctx): boolean {
  const proxies = readNetworks(c.var.deps.env.TRUSTED_PROXIES)
  const { address, known, passedOver } = clientAddress(c, proxies)
  if (!known || passedOver) return false
  if (!c.req.header('x-forwarded-for') && passedOn.some((name) => c.req.header(name))) return false
  return addressClass(address) === 'loopback' || address === containerGateway()
}

/** Warns once when all visitors share one address, and so its limits. */
export function proxyWarning(deps: Deps, trusted: Network[]) {
  const { env, log, proxy } = deps
  const appAddress = new URL(env.APP_URL)
  const warned = new Set<string>()
  return function warnOfProxy(c: Ctx, address: string, passedOver: boolean) {
    if (passedOver && isNear(address))
      warnOnce(
        address,
        `X-Forwarded-For came from an address that TRUSTED_PROXIES does not name. If it is your proxy, name it. Until then ${sharing}`,
      )
    if (isLoopback(appAddress.hostname) || c.req.path === healthCheck) return
    if (c.req.header('x-forwarded-for')) {
      const peer = readAddress(c.env.incoming?.socket.remoteAddress ?? '')?.toString()
      if (proxy.silent?.address === peer) noteProxy(deps, null)
      return
    }
    const silent = silentProxy(c, address)
    if (!silent) return
    warnOnce(address, silentProxyWords(silent))
    const known = proxy.silent
    if (!known || rank(silent) > rank(known)) noteProxy(deps, silent)
  }

  function silentProxy(c: Ctx, address: string): SilentProxy | null {
    const isTrusted = isIn(trusted, address)
    const lacksHost = hostOf(c) !== appAddress.hostname
    const isAskedForUs =
      !lacksHost ||
      ['origin', 'referer'].some((name) => originOf(c.req.header(name)) === appAddress.origin)
    // this server does not speak https itself, so a request for our https address has passed a proxy
    if (!isTrusted && !(isAskedForUs && appAddress.protocol === 'https:' && isNear(address)))
      return null
    const isPassedOn = passedOn.some((name) => c.req.header(name)) || isOldHttp(c)
    return isAskedForUs || isPassedOn ? { address, isTrusted, lacksHost } : null
  }

  function warnOnce(address: string, words: string) {
    if (warned.has(words)) return
    warned.add(words)
    log.warn({ address }, words)
  }
}

/** Load balancers call it themselves, not for a visitor. */
export const healthCheck = '/api/health'

/** Ranks by severity, because the remedy for the worse problem also helps with the other one. */
const rank = ({ isTrusted, lacksHost }: SilentProxy) => 2 * Number(isTrusted) + Number(lacksHost)

const isNear = (address: string) => ['loopback', 'private'].includes(addressClass(address))

/** nginx speaks this version to its upstream by default. */
const isOldHttp = (c: Ctx) => c.env.incoming?.httpVersion === '1.0'

const originOf = (address = '') => URL.parse(address)?.origin

const hostOf = (c: Ctx) => c.req.header('host')?.replace(/:\d+$/, '').toLowerCase()

/** Container engines create one of these files in every container. */
const marks = ['/.dockerenv', '/run/.containerenv']

/**
 * Returns the address from which the container's host reaches it. Outside of a container the gateway is another
 * machine.
 */
function containerGateway(): string | null {
  if (!marks.some((mark) => existsSync(mark))) return null
  try {
    return gatewayOf(readFileSync('/proc/net/route', 'utf8'))
  } catch {
    return null
  }
}

export function gatewayOf(table: string): string | null {
  for (const line of table.split('\n').slice(1)) {
    const [, destination, gateway = ''] = line.split('\t')
    if (destination === '00000000' && /^(?!0{8})[0-9A-F]{8}$/.test(gateway))
      return [...Buffer.from(gateway, 'hex').reverse()].join('.')
  }
  return null
}
