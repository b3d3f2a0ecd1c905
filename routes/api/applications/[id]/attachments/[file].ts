import { noteAccess } from '#src/domain/audit/access-log.ts'
import { fileFor, piecesOfFile } from '#src/domain/portal/answers.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

/** For downloading only: of no type that a browser shows, and in a sandbox should one try. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'read')
  const id = c.req.param('id') ?? ''
  const file = fileFor(deps, admin, id, Number(c.req.param('file')) || 0)
  noteAccess(deps, admin, 'attachment read', id)
  return c.body(bodyOf(piecesOfFile(deps, file.id), file.size), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(file.size),
    'Content-Disposition': attachmentNamed(file.name),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
}

/** A file erased while it is read breaks off: a download without its end would look complete. */
function bodyOf(pieces: Iterator<Buffer>, size: number) {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(stream) {
      const { value, done } = pieces.next()
      if (!done) {
        sent += value.length
        stream.enqueue(value)
      } else if (sent === size) stream.close()
      else stream.error(new Error('The file was removed while it was read'))
    },
  })
}

/** The name in ASCII for old programs, and as it is. */
function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
