import { withPlainDomain } from '../email-address.ts'

/** Returns the form in which numbers are compared. It is never shown. */
const bare = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the number as the register writes it, with the digits padded to eight. */
export function companyNumberKey(text: string): string {
  const code = bare(text)
  if (/^\d{5,8}$/.test(code)) return code.padStart(8, '0')
  return code.replace(
    /^(SC|NI|OC|SO|NC|FC|GE|LP|SL|NL|IP|SP|RC|R)(\d{1,6})$/,
    (_, head: string, digits: string) => `${head}${digits.padStart(8 - head.length, '0')}`,
  )
}

/** Leaves the country out when it is GB or XI. */
export const vatKey = (text: string) => bare(text).replace(/^(GB|XI)(?=\d)/, '')

export const eoriKey = (text: string) => bare(text)

/** Returns the digits of the international form. A UK number begins with 44. */
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
 * Returns the key under which emails are counted: the address itself, with its host in ASCII, or one key for all of
 * its sub-addresses (`name+tag`). Anybody can invent sub-addresses, and must not be able to use up the emails for the
 * address itself. Use it for limits only, because two sub-addresses of a mailbox may be two customers.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const name = key.slice(0, at).replace(/(?<=.)\+.*$/s, '+')
  return `${name}@${key.slice(at + 1).replace(/\.$/, '')}`
}

/** Returns one key for a mailbox and all its sub-addresses, to limit or stop emails of one kind to its reader. */
export const wholeMailbox = (email: string): string => mailboxKey(email).replace('+@', '@')

/** Returns a UK post code with a single space, and any other post code in capitals. */
export function postCodeKey(text: string): string {
  const code = bare(text)
  return /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(code) ? code.replace(/(.{3})$/, ' $1') : code
}
