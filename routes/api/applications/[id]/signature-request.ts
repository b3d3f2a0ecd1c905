import { authorize } from '#src/domain/applications/access.ts'
import { withdrawSignatureRequest } from '#src/domain/signing/requests.ts'
import { namedSigner } from '#src/forms/signing/signing-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { readJson } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { askForSignature } from '#src/http/requests/signing.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'

/** Asks a signer. A request that was made before ends. */
export async function POST(c: Ctx) {
  await limit(c, 'draftLink')
  const id = c.req.param('id') ?? ''
  authorize(c.var.deps, applicantOf(c), 'write-draft', id)
  return c.json(await askForSignature(c, applicantOf(c), id, await formOf(c, namedSigner)), 201)
}

/** Ends the request, because the applicant signs after all. */
export async function DELETE(c: Ctx) {
  await limit(c, 'draftLink')
  const id = c.req.param('id') ?? ''
  authorize(c.var.deps, applicantOf(c), 'write-draft', id)
  // The body is empty. It is read so that a larger one is refused.
  await readJson(c)
  withdrawSignatureRequest(c.var.deps, applicantOf(c), id)
  return c.json({})
}
