/**
 * Returns the URL pattern of a file in `routes/`: `/routes/client/[id].tsx` is `/client/:id`, `index` is its folder.
 * Files that begin with an underscore (`_404`, `_error`, `_middleware`) have none.
 */
export function patternOf(file: string): string | null {
  const parts = file
    .replace(/^\/routes\//, '')
    .replace(/\.tsx?$/, '')
    .split('/')
  if (parts.at(-1)?.startsWith('_')) return null
  if (parts.at(-1) === 'index') parts.pop()
  return `/${parts.map((part) => part.replace(/^\[(.+)\]$/, ':$1')).join('/')}`
}

/** Sorts fixed words before parameters, so that `recent-updates` is never taken for an id. */
export function bySpecificity(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  for (const [at, part] of left.entries()) {
    const other = right[at]
    if (other === undefined || part === other) continue
    const order = Number(part.startsWith(':')) - Number(other.startsWith(':'))
    return order || (part < other ? -1 : 1)
  }
  return left.length - right.length
}
