/** A kind of letter as people say it: 'new-application' reads 'New application'. */
export function letterWords(kind: string): string {
  const text = kind.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
