import ipaddr from 'ipaddr.js'
import { readAddress } from './networks.ts'

/** The key under which an address is counted: an IPv6 subscriber holds a whole /64. */
export const limitKey = (address: string) => firstGroups(address, 4)

/** The key of the network around an address: a /48 of IPv6, since one site may hold that many; else the address. */
export const networkKey = (address: string) => firstGroups(address, 3)

function firstGroups(text: string, most: number): string {
  const address = readAddress(text)
  if (!(address instanceof ipaddr.IPv6)) return text
  return address.parts
    .slice(0, most)
    .map((part) => part.toString(16))
    .join(':')
}
