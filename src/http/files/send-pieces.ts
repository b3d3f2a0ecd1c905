import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '#src/http/context.ts'

/** Milliseconds after which other requests get their turn. */
const longestTurn = 10

/** Sends a file for download piece by piece. Other requests are answered between the pieces. */
export function sendPieces(c: Ctx, pieces: Iterator<string>, name: string, type: string): Response {
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      await setImmediate()
      // a slow reader may have lost the right to the file by now
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
