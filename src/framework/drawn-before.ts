/** Bytes and milliseconds after which what nobody asks for again is on its way out. */
const most = 8 * 2 ** 20
const span = 5 * 60_000

/**
 * Pages that were drawn a while ago, by the text of all that they are made of: what is looked at again has mostly the
 * same. There are two shelves: what is asked for moves to the young one, which becomes the old one when it is full or
 * five minutes old. So twice `most` are kept, and nothing outlives the last look at it by more than twice `span`.
 */
export function drawnBefore() {
  let young = new Map<string, Uint8Array<ArrayBuffer>>()
  let old = young
  let size = 0
  let turning: NodeJS.Timeout | null = null

  function keep(text: string, page: Uint8Array<ArrayBuffer>) {
    young.set(text, page)
    size += page.length + 2 * text.length
    if (size > most) turn()
    turning ??= setTimeout(turn, span).unref()
  }

  function turn() {
    if (turning) clearTimeout(turning)
    old = young
    young = new Map()
    size = 0
    turning = old.size > 0 ? setTimeout(turn, span).unref() : null
  }

  return {
    keep,
    find(text: string): Uint8Array<ArrayBuffer> | undefined {
      const page = young.get(text) ?? old.get(text)
      if (page && !young.has(text)) keep(text, page)
      return page
    },
  }
}
