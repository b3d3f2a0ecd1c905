import type { Logger } from 'pino'
import { addressClass } from '#src/security/addresses.ts'

/**
 * Warns once when a private address sends X-Forwarded-For and is not a trusted proxy: behind it all visitors share one
 * address and its limits. From the internet, the header is made up.
 */
export function proxyWarning(log: Pick<Logger, 'warn'>): (address: string) => void {
  let warned = false
  return function warnOfProxy(address) {
    if (warned || !['loopback', 'private'].includes(addressClass(address))) return
    warned = true
    log.warn(
      { address },
      'X-Forwarded-For came from an address that TRUSTED_PROXIES does not name. If it is your proxy, name it: until then all visitors share one address and its limits, so a few wrong passwords stop every sign-in for 15 minutes',
    )
  }
}
