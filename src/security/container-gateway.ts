import { existsSync, readFileSync } from 'node:fs'

/** Container engines put these into every container. */
const marks = ['/.dockerenv', '/run/.containerenv']

/** The address from which the container's host reaches it. Outside a container the gateway is another machine. */
export function containerGateway(): string | null {
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
