const longest = 200

/** The number of characters of a reply that we read. A reply may have a million. */
const mostRead = 4000

/** A word is hidden when this many characters in a row occur in a secret. */
const telling = 4

export type Credentials = { user: string; password: string }

/**
 * Returns a server's reply as one short line without the password in any encoding. `answers` are the other texts that
 * were sent to sign in. The user name is not secret, so it is only hidden as a whole word.
 */
export function redactReply(
  reply: string,
  { user, password }: Credentials,
  answers: string[] = [],
): string {
  const plain = Buffer.from(`\0${user}\0${password}`).toString('base64')
  const words = [...formsOf(password), plain, ...answers].reduce(
    hideForm,
    firstLines(reply.slice(0, mostRead)),
  )
  const line = [user, ...inBase64(user).filter((form) => form.length >= telling)]
    .reduce(hideWhole, words)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}

/**
 * Keeps the code of the first line only, because the codes of later lines would interrupt a secret that the server
 * has split.
 */
const firstLines = (reply: string) =>
  reply.replace(/\r?\n\d{3}(?:[- ](?:\d\.\d{1,3}\.\d{1,3}(?=\s))?)?/g, '\n')

/** Lists the encodings in which a server may send a secret back. */
function formsOf(secret: string): string[] {
  if (secret === '') return []
  const encoded = inBase64(secret)
  const bytes = Buffer.from(secret)
  return [
    ...[secret, percentEncoded(bytes), inHtml(secret), quotedPrintable(bytes)],
    ...[bytes.toString('hex'), ...encoded, ...encoded.flatMap(inBase64)],
    [...secret].reverse().join(''),
  ]
}

/**
 * Returns the text in base64 for each of the three offsets at which it may begin, without the characters that also
 * encode its neighbours.
 */
function inBase64(secret: string): string[] {
  const shifted = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const text = bytes.toString('base64').replace(/=+$/, '')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
  return [...shifted, Buffer.from(secret).toString('base64')]
}

const percentEncoded = (bytes: Buffer) =>
  [...bytes]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[\w.~-]/.test(sign) ? sign : `%${hexOf(byte)}`
    })
    .join('')

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0')

const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const quotedPrintable = (bytes: Buffer) =>
  [...bytes]
    .map((byte) =>
      byte > 32 && byte < 127 && byte !== 61 ? String.fromCharCode(byte) : `=${hexOf(byte)}`,
    )
    .join('')

/** Compares letters and digits first, to find a secret that the server has interrupted, and then all characters. */
function hideForm(words: string, form: string): string {
  if (form.length < telling) return hideWhole(words, form)
  return [/[a-z0-9]/i, /[\x21-\x7e]/].reduce(
    (text, counts) => hidePieces(text, form, counts),
    words,
  )
}

function hidePieces(words: string, form: string, counts: RegExp): string {
  const pieces = new Set(piecesOf([...form].filter((sign) => counts.test(sign)).join('')))
  if (pieces.size === 0) return words
  const places = [...words.matchAll(new RegExp(counts, 'gi'))].map(({ index }) => index)
  const ranges = piecesOf(places.map((place) => words[place]).join('')).flatMap((piece, n) =>
    pieces.has(piece) ? [[places[n] ?? 0, places[n + telling - 1] ?? 0] as const] : [],
  )
  return ranges.length === 0 ? words : hideWords(words, ranges)
}

const piecesOf = (text: string) =>
  Array.from({ length: Math.max(0, text.length - telling + 1) }, (_, at) =>
    text.slice(at, at + telling).toLowerCase(),
  )

/** Hides whole words, so that neither the ends of a secret nor the number of matching letters can be seen. */
function hideWords(words: string, ranges: (readonly [number, number])[]): string {
  const hidden = new Uint8Array(words.length)
  for (const [from, to] of ranges) hidden.fill(1, wordStart(words, from), wordEnd(words, to))
  let text = ''
  for (let at = 0; at < words.length; at += 1)
    text += hidden[at] ? (hidden[at - 1] ? '' : '***') : words[at]
  return text
}

function wordStart(words: string, at: number): number {
  while (at > 0 && /\S/.test(words[at - 1] ?? ' ')) at -= 1
  return at
}

function wordEnd(words: string, at: number): number {
  while (at < words.length && /\S/.test(words[at] ?? ' ')) at += 1
  return at
}

/** Hides the text as a whole word only, because a user called "a" must not make the reply unreadable. */
function hideWhole(words: string, text: string): string {
  if (text === '') return words
  if (text.length >= telling) return words.replaceAll(text, '***')
  const word = text.replace(/[^\w]/g, '\\$&')
  return words.replace(new RegExp(`(?<!\\w)${word}(?!\\w)`, 'g'), '***')
}
