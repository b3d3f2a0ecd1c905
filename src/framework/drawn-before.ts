import { createHash } from 'node:crypto'

const most = 40
const drawn = new WeakMap<object, Map<string, string>>()

/**
 * The markup of an island that was drawn with the very same props a while ago, or as `draw` draws it now. An island is
 * made of its props alone, and a page that is looked at again has mostly the same ones. The last few of each are kept.
 */
export function drawnBefore(island: object, props: string, draw: () => string): string {
  const kept = drawn.get(island) ?? new Map<string, string>()
  drawn.set(island, kept)
  const key = createHash('sha256').update(props).digest('base64')
  const markup = kept.get(key) ?? draw()
  kept.delete(key)
  kept.set(key, markup)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest) kept.delete(oldest)
  return markup
}
