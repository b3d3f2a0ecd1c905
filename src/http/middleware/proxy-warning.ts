import type { Logger } from 'pino'
import { addressKind } from '#src/security/address-kind.ts'

/**
 * Warns once when a neighbour sends X-Forwarded-For and is no trusted proxy. Behind a proxy all visitors then share one
 * address, and the failed sign-ins of one stop the sign-ins of all. A sender on the internet makes the header up.
 */
export function proxyWarning(log: Pick<Logger, 'warn'>): (address: string) => void {
  let warned = false
  return function warnOfProxy(address) {
    if (warned || !['loopback', 'private'].includes(addressKind(address))) return
    warned = true
    log.warn(
      { address },
      'X-Forwarded-For came from an address that TRUSTED_PROXIES does not name. If it is your proxy, name it: until then all visitors share one address and its limits, so a few wrong passwords stop every sign-in for 15 minutes',
    )
  }
}
