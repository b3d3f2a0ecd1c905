import { withPlainDomain } from '../email-address.ts'

/** How numbers are compared, never how they are shown. */
const bare = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** As the register has it: digits padded to eight. */
export function companyNumberKey(text: string): string {
  const code = bare(text)
  if (/^\d{5,8}$/.test(code)) return code.padStart(8, '0')
  return code.replace(
    /^(SC|NI|OC|SO|NC|FC|GE|LP|SL|NL|IP|SP|RC|R)(\d{1,6})$/,
    (_, head: string, digits: string) => `${head}${digits.padStart(8 - head.length, '0')}`,
  )
}

/** Without its country when that is GB or XI. */
export const vatKey = (text: string) => bare(text).replace(/^(GB|XI)(?=\d)/, '')

export const eoriKey = (text: string) => bare(text)

/** Digits in the international form, UK numbers by their +44. */
export function telephoneKey(text: string): string {
  const number = text.toLowerCase().split(/ext|x/)[0] ?? ''
  const digits = number.replace(/\(0\)/, '').replace(/[^\d+]/g, '')
  if (digits.startsWith('+')) return digits.slice(1)
  if (digits.startsWith('00')) return digits.slice(2)
  return digits.replace(/^0/, '44')
}

/** A domain in other scripts is compared as mail servers know it, however it was typed. */
export const emailKey = (text: string) => withPlainDomain(text.trim()).toLowerCase()

/**
 * Whose emails are counted together: those to one address, the host as the network spells it, and apart from them those
 * to all its sub-addresses (`name+tag`), because anybody can make up as many of these as they like, and nobody shall use
 * up what may go to the address itself. For limits alone, because two sub-addresses of a mailbox may be two customers.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const name = key.slice(0, at).replace(/(?<=.)\+.*$/s, '+')
  return `${name}@${hostKey(key.slice(at + 1))}`
}

/** The mailbox with all its sub-addresses: for what its reader gets, and wants, of one kind altogether. */
export const wholeMailbox = (email: string): string => mailboxKey(email).replace('+@', '@')

/** Xn-- labels for other scripts. */
function hostKey(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/\.$/, '')
  } catch {
    return host
  }
}

/** A UK post code with its one space; others only in capitals. */
export function postCodeKey(text: string): string {
  const code = bare(text)
  return /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(code) ? code.replace(/(.{3})$/, ' $1') : code
}
