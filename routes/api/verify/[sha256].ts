import { lookUpDocument } from '#src/domain/documents/look-up.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { notSha256, readSha256 } from '#src/forms/verify/document.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'

export async function GET(c: Ctx) {
  await limit(c, 'verify')
  const sha256 = readSha256(c.req.param('sha256') ?? '')
  if (!sha256) throw new Refusal('invalid', notSha256)
  return c.json(lookUpDocument(c.var.deps, sha256))
}
