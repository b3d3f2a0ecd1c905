const local = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ending = '(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]'

/** Accepts what browsers accept in an email field, except addresses that cannot exist on the internet. */
export const emailPattern = new RegExp(`^${local}(?:\\.${local})*@(?:${label}\\.)+${ending}$`, 'i')

/**
 * Returns a domain such as müller.example in the form that mail servers know. Some browsers convert it themselves.
 */
export function withPlainDomain(address: string): string {
  const domain = /^[^@]+@([\p{L}\p{M}\p{N}.\u3002\uff0e-]+)$/u.exec(address)?.[1]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked
  if (!domain || /^[\x00-\x7f]*$/.test(domain) || !URL.canParse(`http://${domain}`)) return address
  return address.slice(0, -domain.length) + new URL(`http://${domain}`).hostname
}

/** The encoding keeps a ? or % in the name from ending the address. */
export const mailtoLink = (address: string) =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}`
