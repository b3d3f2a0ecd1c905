import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import type { Ctx } from '#src/http/context.ts'

/** Returns the certificates that seal documents here, newest first, with those that issued them. */
export function GET(c: Ctx) {
  const pem = issuedCertificates(c.var.deps).map(({ pem }) => `${pem.trim()}\n`)
  return c.body(pem.join(''), 200, {
    'Content-Type': 'application/x-pem-file',
    'Content-Disposition': 'inline; filename="countersign.pem"',
    'Cache-Control': 'public, max-age=300',
  })
}
