import type { Ctx } from '#src/http/context.ts'
import { isIn, type Network, readAddress } from '#src/security/addresses.ts'

type ClientAddress = {
  address: string
  /** False when a trusted proxy named the sender in a way that cannot be read: `address` is then the proxy's. */
  known: boolean
  /** True when `address` sent X-Forwarded-For and is not a trusted proxy. */
  passedOver: boolean
}

/**
 * Returns the address of the sender. X-Forwarded-For is read from the right, only as far as trusted proxies go:
 * anything further left is the sender's own word.
 */
export function clientAddress(c: Ctx, trusted: Network[]): ClientAddress {
  const peer = c.env.incoming?.socket.remoteAddress ?? 'unknown'
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  let address = readAddress(peer)?.toString()
  // the socket of a sender who has already gone has no address
  if (!address) return { address: peer, known: false, passedOver: false }
  for (const hop of hops.filter(Boolean).reverse()) {
    if (!isIn(trusted, address)) return { address, known: true, passedOver: true }
    const next = addressOfHop(hop)
    if (!next) return { address, known: false, passedOver: false }
    address = next
  }
  return { address, known: true, passedOver: false }
}

/** Some proxies write a port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function addressOfHop(hop: string): string | undefined {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\])(?::\d{1,5})?$/.exec(hop)?.groups ?? {}
  return readAddress(v4 ?? v6 ?? hop)?.toString()
}
