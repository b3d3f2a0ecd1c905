const longest = 200

/**
 * What a server said, fit for a log: one line, visible characters only, cut, with every secret masked, plain or as SMTP
 * sends it in base64 (rule 196).
 */
export function redactReply(text: string, secrets: string[]): string {
  const line = text.replace(/[^\x20-\x7e]+/g, ' ').trim()
  const hidden = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .reduce(mask, line)
  return hidden.length > longest ? `${hidden.slice(0, longest)}...` : hidden
}

/** A short secret is masked as a word only: a user called "a" must not make the rest unreadable. */
function mask(words: string, secret: string): string {
  if (secret.length >= 4) return words.replaceAll(secret, '***')
  const word = secret.replace(/[^\w]/g, '\\$&')
  return words.replace(new RegExp(`(?<!\\w)${word}(?!\\w)`, 'g'), '***')
}
