import { readEmailKind, wordsReader } from '#src/domain/mailing/wordings.ts'
import { type WordingInput, wordingSchema } from '#src/forms/company/email-wording.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { checkForm, checkValues } from './form-request.ts'

export function kindOf(c: Ctx) {
  const kind = readEmailKind(c.req.param('kind') ?? '')
  if (!kind) throw new HttpError(404, httpMessages.notFound)
  return kind
}

export const wordingIn = (c: Ctx, form: URLSearchParams) => checkForm(schemaOf(c), form)

const schemaOf = (c: Ctx) => wordingSchema(wordsReader(c.var.deps, kindOf(c)))

export const writeWords = (words: WordingInput) =>
  Buffer.from(JSON.stringify(words)).toString('base64url')

export const wordsOfQuery = (c: Ctx, query: string): WordingInput =>
  checkValues(schemaOf(c), parsed(Buffer.from(query, 'base64url').toString()))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, httpMessages.notJson)
  }
}
