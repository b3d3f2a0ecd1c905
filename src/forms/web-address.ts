/**
 * Reads an http or https address. Returns `null` for an address that only `URL` would repair, with a missing slash, a
 * backslash, a shortened IP address or invisible characters.
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
 * Reads a name or an IP address (IPv6 in brackets) and returns it as DNS knows it, with xn-- labels for other
 * scripts. Returns `null` when there can be no such host.
 */
export function readHost(text: string): string | null {
  // some names contain joiners, and URL refuses joiners in the wrong place
  const isPlain = !/[/\\@?#%]/.test(text) && !unseen.test(text.replace(/[\u200c\u200d]/g, ''))
  if (!isPlain || !URL.canParse(`http://${text}`)) return null
  const { host: name, hostname } = new URL(`http://${text}`)
  if (name !== hostname) return null
  if (/^\[[\da-f:.]+\]$/.test(name)) return name
  // URL also accepts 10.1 and 0x7f.1
  if (/^\d+(\.\d+){3}$/.test(name)) return name === text ? name : null
  const isName = name.replace(/\.$/, '').length <= longestName
  return isName && name.replace(/\.$/, '').split('.').every(isLabel) ? name : null
}

const longestName = 253

const isLabel = (text: string) =>
  /^(?!-)[\w-]{1,63}$/.test(text) && /[a-z\d]/i.test(text) && !text.endsWith('-')
