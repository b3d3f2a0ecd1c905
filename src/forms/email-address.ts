const local = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ending = '(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]'

/** What browsers take in an email field, without the addresses that no mail server on the internet could have. */
export const emailPattern = new RegExp(`^${local}(?:\\.${local})*@(?:${label}\\.)+${ending}$`, 'i')

/** A domain such as müller.example as mail servers know it; some browsers write it so by themselves. */
export function withPlainDomain(address: string): string {
  const domain = /^[^@]+@([\p{L}\p{M}\p{N}.\u3002\uff0e-]+)$/u.exec(address)?.[1]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked
  if (!domain || /^[\x00-\x7f]*$/.test(domain) || !URL.canParse(`http://${domain}`)) return address
  return address.slice(0, -domain.length) + new URL(`http://${domain}`).hostname
}

/** A ? or % in the name must not end it. */
export const mailtoLink = (address: string) =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}`
