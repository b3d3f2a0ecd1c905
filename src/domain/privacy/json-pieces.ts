/** Wraps a list or text that is too long to keep in memory. The output is the same as for any other list or text. */
export const lazyList = (items: () => Iterable<unknown>) => ({
  items,
  toJSON: () => [...items()],
})

export const lazyText = (parts: () => Iterable<string>) => ({
  parts,
  toJSON: () => [...parts()].join(''),
})

/** Yields the output of `JSON.stringify(value, null, 2)` piece by piece. Lazy parts are read when they are reached. */
export function* jsonPieces(value: unknown, indent = ''): Generator<string> {
  const parts = partOf<Iterable<string>>(value, 'parts')
  const items = Array.isArray(value) ? value : partOf<Iterable<unknown>>(value, 'items')
  if (parts) {
    yield '"'
    for (const part of parts) yield JSON.stringify(part).slice(1, -1)
    yield '"'
  } else if (items) yield* listed('[]', indent, unnamed(items))
  else if (typeof value === 'object' && value !== null && !hasOwnJson(value))
    yield* listed('{}', indent, Object.entries(value))
  else yield JSON.stringify(value)
}

function* listed(
  ends: string,
  indent: string,
  entries: Iterable<readonly [string | null, unknown]>,
) {
  const inner = `${indent}  `
  let before = ends.slice(0, 1)
  for (const [name, value] of entries) {
    if (value === undefined && name !== null) continue
    yield `${before}\n${inner}${name === null ? '' : `${JSON.stringify(name)}: `}`
    yield* jsonPieces(value ?? null, inner)
    before = ','
  }
  yield before === ',' ? `\n${indent}${ends.slice(1)}` : ends
}

function* unnamed(items: Iterable<unknown>): Generator<readonly [null, unknown]> {
  for (const item of items) yield [null, item]
}

const partOf = <T>(value: unknown, name: string): T | null => {
  const part = (value as Record<string, unknown> | null | undefined)?.[name]
  return typeof part === 'function' ? part.call(value) : null
}

const hasOwnJson = (value: object) => 'toJSON' in value
