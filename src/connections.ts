import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Env } from './env.ts'
import { isIn, limitKey, networkKey, readNetworks } from './security/addresses.ts'

/**
 * The most connections: of everybody together, of one address and of one network of IPv6; `RATE_LIMIT_FACTOR` multiplies
 * the latter two.
 */
const mostConnections = { all: 1000, ofAddress: 50, ofNetwork: 100 }

/** Requests of one connection under way. Browsers and proxies send the next one after the answer. */
const mostRequests = 4

/** `address` and `network` are how it is counted; `null` for a proxy, which brings many clients. */
type Open = { address: string | null; network: string | null; requests: number }

/**
 * Answers a server's requests and bounds its connections. A newcomer over a bound takes the place of the connection that
 * has been idle for longest, of the same address or of all; when none is idle the newcomer is closed. So is a connection
 * that sends many requests without waiting for answers: everybody else would wait for all of them.
 */
export function answerBounded(
  server: Server,
  answer: RequestListener,
  { TRUSTED_PROXIES, RATE_LIMIT_FACTOR }: Pick<Env, 'TRUSTED_PROXIES' | 'RATE_LIMIT_FACTOR'>,
  { all, ofAddress, ofNetwork } = mostConnections,
) {
  const proxies = readNetworks(TRUSTED_PROXIES)
  /** In the order in which they were last used. */
  const open = new Map<Socket, Open>()

  server.on('connection', (socket) => {
    const { remoteAddress = 'unknown' } = socket
    const isProxy = isIn(proxies, remoteAddress)
    const address = isProxy ? null : limitKey(remoteAddress)
    const network = isProxy ? null : networkKey(remoteAddress)
    const bounds: [number, (other: Open) => boolean][] = [
      [ofAddress * RATE_LIMIT_FACTOR, (other) => address !== null && other.address === address],
      [ofNetwork * RATE_LIMIT_FACTOR, (other) => network !== null && other.network === network],
      [all, () => true],
    ]
    if (!bounds.every(([most, counts]) => makeRoom(most, counts))) {
      socket.destroy()
      return
    }
    open.set(socket, { address, network, requests: 0 })
    socket.once('close', () => open.delete(socket))
  })

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = open.get(socket)
    // closed, and the rest of what it sent still arrives
    if (!connection) return
    if (connection.requests >= mostRequests) {
      open.delete(socket)
      socket.destroy()
      return
    }
    connection.requests += 1
    response.once('close', () => {
      connection.requests -= 1
      if (open.delete(socket)) open.set(socket, connection)
    })
    answer(request, response)
  })

  function makeRoom(most: number, counts: (connection: Open) => boolean): boolean {
    const counted = [...open].filter(([, connection]) => counts(connection))
    if (counted.length < most) return true
    const [idle] = counted.find(([, { requests }]) => requests === 0) ?? []
    if (!idle) return false
    open.delete(idle)
    idle.destroy()
    return true
  }
}
