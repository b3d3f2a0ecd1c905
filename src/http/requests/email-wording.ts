import { checkWording } from '#src/domain/mailing/save-wording.ts'
import { readWordingKind } from '#src/domain/mailing/wordings.ts'
import { type WordingInput, wordingSchema } from '#src/forms/company/email-wording.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { checkForm } from './form-request.ts'

/** The email that a path names; throws 404 for any other word. */
export function kindOf(c: Ctx) {
  const kind = readWordingKind(c.req.param('kind') ?? '')
  if (!kind) throw new HttpError(404, httpMessages.notFound)
  return kind
}

/** The words of a posted form as they would be kept; refuses 'invalid' with an error at each field. */
export const wordingIn = (c: Ctx, form: URLSearchParams): WordingInput =>
  checkWording(c.var.deps, kindOf(c), checkForm(wordingSchema, form))

/** Words that are not saved yet, for the address of their preview: about four characters for any other than Latin. */
export const writeWords = (words: WordingInput) =>
  Buffer.from(JSON.stringify(words)).toString('base64url')

/** The words of such an address, checked as a save checks them. */
export function readWords(c: Ctx, query: string): WordingInput {
  const words = parsed(Buffer.from(query, 'base64url').toString())
  return checkWording(c.var.deps, kindOf(c), checkForm(wordingSchema, words))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, httpMessages.notJson)
  }
}
