/** A reload must not say again what was done. */
export function withoutWord(url: string) {
  const address = new URL(url)
  for (const name of ['done', 'flash']) address.searchParams.delete(name)
  return address
}
