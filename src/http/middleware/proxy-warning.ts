import type { Deps } from '#src/deps.ts'
import { isLoopback } from '#src/env.ts'
import type { Ctx } from '#src/http/context.ts'
import { addressClass, isIn, type Network } from '#src/security/addresses.ts'

/**
 * Returns what notices that visitors share one address and its limits, and warns once of each reason: a private address
 * sends X-Forwarded-For and is not a trusted proxy, or a trusted proxy sends none. From the internet, the header is made
 * up; a request under another name than the installation's did not come through the proxy.
 */
export function proxyWarning({ env, log, proxy }: Deps, trusted: Network[]) {
  const { hostname } = new URL(env.APP_URL)
  const warned = new Set<string>()
  return function warnOfProxy(c: Ctx, address: string, passedOver: boolean) {
    if (passedOver && ['loopback', 'private'].includes(addressClass(address)))
      warnOnce(
        address,
        `X-Forwarded-For came from an address that TRUSTED_PROXIES does not name. If it is your proxy, name it. ${whileShared}`,
      )
    if (isLoopback(hostname) || hostOf(c) !== hostname) return
    proxy.namesNobody = !c.req.header('x-forwarded-for') && isIn(trusted, address)
    if (proxy.namesNobody)
      warnOnce(
        address,
        `A trusted proxy sent no X-Forwarded-For. ${whileShared}. With nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for`,
      )
  }

  function warnOnce(address: string, words: string) {
    if (warned.has(words)) return
    warned.add(words)
    log.warn({ address }, words)
  }
}

const whileShared =
  'Until then all visitors share one address and its limits, so a few wrong passwords stop every sign-in for 15 minutes'

const hostOf = (c: Ctx) => c.req.header('host')?.replace(/:\d+$/, '').toLowerCase()
