import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address with the number of its leading bits that count. */
export type Network = [Address, number]

/** Reads an address as usually written; an IPv4 address inside an IPv6 one is the IPv4 address. */
export function readAddress(text: string): Address | null {
  // the library would also take 10.1, 0x0a000001 and octal numbers
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return text.includes(':') && ipaddr.isValid(text) ? ipaddr.process(text) : null
}

/** Reads `10.0.0.0/8`, or an address alone, which is a network of one. */
export function readNetwork(text: string): Network | null {
  const [address = '', bits] = text.split('/')
  const alone = readAddress(address)
  if (!alone) return null
  if (bits === undefined) return [alone, alone.kind() === 'ipv4' ? 32 : 128]
  if (!ipaddr.isValidCIDR(text)) return null
  const network = ipaddr.parseCIDR(text)
  if (network[0].kind() === alone.kind()) return network
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8; a shorter prefix also holds addresses that are not IPv4
  return network[1] >= 96 ? [alone, network[1] - 96] : network
}

/** Whether an address lies in one of the networks; a text that is no address lies in none. */
export function isIn(networks: Network[], text: string): boolean {
  const address = readAddress(text)
  return networks.some(
    ([network, bits]) =>
      address !== null && address.kind() === network.kind() && address.match(network, bits),
  )
}
