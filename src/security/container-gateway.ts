import { existsSync, readFileSync } from 'node:fs'

/** Files that container engines put into every container. */
const marks = ['/.dockerenv', '/run/.containerenv']

/**
 * The address from which the host of this process's container reaches it: the default gateway. `null` outside a
 * container, where the gateway is another machine.
 */
export function containerGateway(): string | null {
  if (!marks.some((mark) => existsSync(mark))) return null
  try {
    return gatewayOf(readFileSync('/proc/net/route', 'utf8'))
  } catch {
    return null
  }
}

/** The default gateway of a table of IPv4 routes as Linux writes it; `null` without one. */
export function gatewayOf(table: string): string | null {
  for (const line of table.split('\n').slice(1)) {
    const [, destination, gateway = ''] = line.split('\t')
    if (destination === '00000000' && /^(?!0{8})[0-9A-F]{8}$/.test(gateway))
      return [...Buffer.from(gateway, 'hex').reverse()].join('.')
  }
  return null
}
