import { BlockList, isIP } from 'node:net'
import type { Ctx } from './context.ts'

/** Addresses and networks such as `10.0.0.0/8`, as the environment lists them. */
export function networkList(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return list
}

/** The address a request comes from: the right-most hop that is not one of the trusted proxies. */
export function clientAddress(c: Ctx, trusted: BlockList): string {
  const peer = plain(c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1')
  if (!isIn(trusted, peer)) return peer
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plain(hop.trim()))
  return hops.reverse().find((hop) => isIP(hop) && !isIn(trusted, hop)) ?? peer
}

/** The key under which an address is counted: an IPv6 subscriber holds a whole /64. */
export const limitKey = (address: string) =>
  isIP(address) === 6 ? address.split(':').slice(0, 4).join(':') : address

/** Whether an address is one of a list's. */
export const isIn = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
