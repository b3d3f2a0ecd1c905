import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '#src/http/context.ts'

/** Other requests are answered at least this often, in milliseconds. */
const longestTurn = 10

/** A file for downloading, made piece by piece while it is sent: other requests are answered in between. */
export function sendPieces(c: Ctx, pieces: Iterator<string>, name: string, type: string): Response {
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      await setImmediate()
      // whoever reads slowly may have lost the right by now
      c.var.recheck?.()
      const turn = nextTurn(pieces)
      if (turn.text) stream.enqueue(text.encode(turn.text))
      if (turn.isLast) stream.close()
    },
    cancel: () => void pieces.return?.(),
  })
  return c.body(body, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

function nextTurn(pieces: Iterator<string>) {
  const end = performance.now() + longestTurn
  let text = ''
  do {
    const { done, value } = pieces.next()
    if (done) return { text, isLast: true }
    text += value
  } while (performance.now() < end)
  return { text, isLast: false }
}
