import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `refused` is nowhere to connect to: metadata services, multicast, reserved and unspecified addresses. */
export type AddressKind = 'refused' | 'loopback' | 'private' | 'public'

/** What kind of IP address it is; an IPv4 address inside an IPv6 one counts as itself. */
export function addressKind(text: string): AddressKind {
  if (isIP(text) === 0) return 'refused'
  const address = embedded(ipaddr.parse(text))
  if (ipaddr.subnetMatch(address, metadata, '') !== '') return 'refused'
  return kinds[address.range()] ?? 'refused'
}

/** The library's ranges that may be connected to; every other one is refused. */
const kinds: Record<string, AddressKind> = {
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  unicast: 'public',
}

/** Cloud metadata services outside the link-local and reserved ranges, which are refused as a whole. */
const metadata = {
  aws: [ipaddr.parseCIDR('fd00:ec2::/32')],
  google: [ipaddr.parseCIDR('fd20:ce::254/128')],
  azure: [ipaddr.parseCIDR('168.63.129.16/32')],
  oracle: [ipaddr.parseCIDR('fd00:c1::a9fe:a9fe/128')],
  alibaba: [ipaddr.parseCIDR('100.100.100.200/32')],
  scaleway: [ipaddr.parseCIDR('fd00:42::42/128')],
}

/** IPv6 networks whose addresses hold an IPv4 address: in their last four bytes, or (6to4) after the first two. */
const holders = {
  itself: ['::/128', '::1/128'].map((net) => ipaddr.parseCIDR(net)),
  last: ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map((net) =>
    ipaddr.parseCIDR(net),
  ),
  afterTwo: [ipaddr.parseCIDR('2002::/16')],
}

function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const holder = ipaddr.subnetMatch(address, holders, 'itself')
  if (holder === 'itself') return address
  const bytes = address.toByteArray()
  return ipaddr.fromByteArray(holder === 'last' ? bytes.slice(-4) : bytes.slice(2, 6))
}
