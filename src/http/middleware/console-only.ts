import type { Ctx } from '#src/http/context.ts'
import { addressClass, readNetworks } from '#src/security/addresses.ts'
import { containerGateway } from '#src/security/container-gateway.ts'
import { clientAddress } from './client-address.ts'

/** Headers by which a proxy says that somebody else asks; only X-Forwarded-For of a trusted one is read. */
const passedOn = ['forwarded', 'via', 'x-real-ip']

/**
 * Whether a request comes from the machine that the server runs on: from loopback, or from the host of its container.
 * What an untrusted proxy passes on does not.
 */
export function isFromConsole(c: Ctx): boolean {
  const proxies = readNetworks(c.var.deps.env.TRUSTED_PROXIES)
  const { address, known, passedOver } = clientAddress(c, proxies)
  if (!known || passedOver) return false
  if (!c.req.header('x-forwarded-for') && passedOn.some((name) => c.req.header(name))) return false
  return addressClass(address) === 'loopback' || address === containerGateway()
}
