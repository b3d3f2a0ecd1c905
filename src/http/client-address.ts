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

/** The key under which an address is counted: an IPv6 subscriber holds a whole /64, however its zeros are written. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [left = [], right = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Whether an address is one of a list's. */
export const isIn = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
