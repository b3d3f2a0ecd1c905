import { piecesOfFile } from '#src/domain/portal/answers.ts'
import type { Ctx } from '#src/http/context.ts'

/** Sends a file for download only: its type is one that browsers do not show, and it is in a sandbox. */
export const sendFile = (c: Ctx, { id, name, size }: { id: number; name: string; size: number }) =>
  c.body(bodyOf(piecesOfFile(c.var.deps, id), size), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(size),
    'Content-Disposition': attachmentNamed(name),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })

/**
 * Breaks off when the file is erased while it is being read, because a download without its end would look complete.
 */
function bodyOf(pieces: Iterator<Buffer>, size: number) {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(stream) {
      const { value, done } = pieces.next()
      if (!done) {
        sent += value.length
        stream.enqueue(value)
      } else if (sent === size) stream.close()
      else stream.error(new Error('The file was removed while it was being read'))
    },
  })
}

function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
