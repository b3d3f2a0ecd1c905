/**
 * An address by http or https that browsers and DNS take as it is written; `null` for what `URL` would read in spite of
 * a missing slash, a backslash, a shortened IP address, or characters that nobody sees.
 */
export function readWebAddress(text: string): URL | null {
  const { host = '', port = '' } = parts.exec(text)?.groups ?? {}
  if (readHost(host) === null || /^0+$/.test(port) || !URL.canParse(text)) return null
  const rest = text.replace(host, '')
  return unseen.test(rest) || rest.includes('\\') ? null : new URL(text)
}

const parts =
  /^https?:\/\/(?:[^/?#\\]*@)?(?<host>\[[^\]]*\]|[^:@/?#[\]\\]+)(?::(?<port>\d+))?(?=[/?#]|$)/i

const unseen = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * A name or an IP address (IPv6 in brackets) as DNS knows it, with xn-- labels for other scripts; `null` when there can
 * be no such host.
 */
export function readHost(typed: string): string | null {
  // joiners belong to some names; URL refuses them elsewhere
  const isPlain = !/[/\\@?#%]/.test(typed) && !unseen.test(typed.replace(/[\u200c\u200d]/g, ''))
  if (!isPlain || !URL.canParse(`http://${typed}`)) return null
  const { host: name, hostname } = new URL(`http://${typed}`)
  if (name !== hostname) return null
  if (/^\[[\da-f:.]+\]$/.test(name)) return name
  // URL also takes 10.1 and 0x7f.1
  if (/^\d+(\.\d+){3}$/.test(name)) return name === typed ? name : null
  const isName = name.replace(/\.$/, '').length <= longestName
  return isName && name.replace(/\.$/, '').split('.').every(isLabel) ? name : null
}

const longestName = 253

const isLabel = (text: string) =>
  /^(?!-)[\w-]{1,63}$/.test(text) && /[a-z\d]/i.test(text) && !text.endsWith('-')
