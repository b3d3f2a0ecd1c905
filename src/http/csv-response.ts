import { setImmediate } from 'node:timers/promises'
import type { Ctx } from './context.ts'

/** A CSV file for downloading, made piece by piece: other requests are answered between two of them. */
export function csvResponse(c: Ctx, chunks: Iterator<string>, name: string) {
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setImmediate()
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(text.encode(value))
    },
  })
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}
