import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and the number of leading bits that count. */
export type Network = [Address, number]

/** Reads an address. An IPv4 address inside an IPv6 address counts as the IPv4 address. */
export function readAddress(text: string): Address | null {
  // the library would also accept 10.1, 0x0a000001 and octal numbers
  if (isIPv4(text)) return ipaddr.IPv4.parse(text)
  return text.includes(':') && ipaddr.isValid(text) ? ipaddr.process(text) : null
}

/** Reads a network. A single address counts as a network with one address. */
export function readNetwork(text: string): Network | null {
  const alone = readAddress(text.replace(/\/.*/, ''))
  if (!alone) return null
  if (!text.includes('/')) return [alone, alone.toByteArray().length * 8]
  if (!ipaddr.isValidCIDR(text)) return null
  const [address, bits] = ipaddr.parseCIDR(text)
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8, but a shorter prefix also contains addresses that are not IPv4
  const isMapped = address.kind() !== alone.kind() && bits >= 96
  return isMapped ? [alone, bits - 96] : [address, bits]
}

export const readNetworks = (texts: string[]): Network[] =>
  texts.flatMap((text) => {
    const network = readNetwork(text)
    return network ? [network] : []
  })

export function isIn(networks: Network[], text: string): boolean {
  const address = readAddress(text)
  return address !== null && networks.some((network) => matches(address, network))
}

/** An IPv6 subscriber owns a whole /64. */
export const limitKey = (address: string) => firstGroups(address, 4)

/** One IPv6 site may own a whole /48. */
export const networkKey = (address: string) => firstGroups(address, 3)

function firstGroups(text: string, groups: number): string {
  const address = readAddress(text)
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, groups).join(':') : text
}

/** `refused` stands for metadata services, multicast, reserved and unspecified addresses. */
type AddressClass = 'refused' | 'loopback' | 'private' | 'public'

export function addressClass(text: string): AddressClass {
  if (isIP(text) === 0) return 'refused'
  const address = ipaddr.parse(text)
  if (address.range() === 'loopback') return 'loopback'
  const holder = ipv4Holders.find(([net]) => matches(address, net))
  const target = holder
    ? ipaddr.fromByteArray(address.toByteArray().slice(holder[1], holder[1] + 4))
    : address
  if (metadata.some((net) => matches(target, net))) return 'refused'
  return classes[target.range()] ?? 'refused'
}

const matches = (address: Address, [network, bits]: Network) =>
  address.kind() === network.kind() && address.match(network, bits)

/** The library's ranges to which we connect. All other ranges are refused. */
const classes: Record<string, AddressClass> = {
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  unicast: 'public',
}

/** Metadata services outside of the link-local and reserved ranges, which are refused as a whole. */
const metadata = [
  'fd00:ec2::/32', // AWS
  'fd20:ce::254/128', // Google
  '168.63.129.16/32', // Azure
  'fd00:c1::a9fe:a9fe/128', // Oracle
  '100.100.100.200/32', // Alibaba
  'fd00:42::42/128', // Scaleway
].map((net) => ipaddr.parseCIDR(net))

/** IPv6 networks that contain IPv4 addresses, each with the byte at which the IPv4 address begins. */
const ipv4Holders = [
  ...['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map((net) => [net, 12] as const),
  ['2002::/16', 2] as const,
].map(([net, byte]) => [ipaddr.parseCIDR(net), byte] as const)

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
