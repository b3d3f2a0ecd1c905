import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Refusal, type RefusalKind } from '#src/domain/refusal.ts'
import type { Ctx } from './context.ts'

export class HttpError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
  ) {
    super(message)
  }
}

export const httpMessages = {
  notFound: 'Not found',
  methodNotAllowed: 'This address does not accept that method',
  unknownAction: 'Unknown form action',
  tooManyFields: 'The form has too many fields',
  tooManyValues: 'The request has too many values',
  tooDeep: 'The request has too many levels',
  tooManyParts: 'The form has too many parts',
  unsupportedType: 'The content type must be application/json',
  unsupportedForm: 'The content type must be application/x-www-form-urlencoded',
  unsupportedFileForm: 'The content type must be multipart/form-data',
  notJson: 'The request is not valid JSON',
  tooLarge: 'The request is too large',
  tooManyPieces: 'The request came in too many small pieces',
  tooSlow: 'The request took too long to arrive',
  cutShort: 'The request ended before it was complete',
  crossSite: 'The request came from another site',
  broken: 'Something went wrong on our side. Please try again.',
  busy: 'The database is busy with maintenance. Nothing was changed. Please try again in a moment.',
  storage: 'The data could not be stored right now. Please try again in a moment.',
} as const

type ErrorBody = {
  message: string
  errors?: Record<string, string> | undefined
  holder?: string | undefined
}

const statuses: Record<RefusalKind, ContentfulStatusCode> = {
  invalid: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'second-factor': 403,
  unknown: 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
}

export function describeError(error: unknown): {
  status: ContentfulStatusCode
  body: ErrorBody
  retryAfter?: number | undefined
  code?: string | undefined
} {
  if (error instanceof HttpError) return { status: error.status, body: { message: error.message } }
  if (error instanceof Refusal) {
    const { errors, retryAfter, holder, code } = error.details
    return {
      status: statuses[error.kind],
      body: { message: error.message, errors, holder },
      retryAfter,
      code,
    }
  }
  if (isSqlite(error, /^SQLITE_(BUSY|LOCKED)/))
    return { status: 503, body: { message: httpMessages.busy }, retryAfter: 5 }
  // the disk is full or failing: the change was rolled back, and reads still work
  if (isSqlite(error, /^SQLITE_(FULL|IOERR)/))
    return { status: 503, body: { message: httpMessages.storage }, retryAfter: 5 }
  return { status: 500, body: { message: httpMessages.broken } }
}

export type Failure = {
  status: ContentfulStatusCode
  message: string
  errors: Record<string, string>
  notice: string | null
  holder: string | null
}

export function failureOf(c: Ctx, error: unknown): Failure {
  if (!(error instanceof Refusal)) throw error
  const { status, body, retryAfter } = describeError(error)
  const { message, errors = {}, holder = null } = body
  if (retryAfter) c.header('Retry-After', String(retryAfter))
  const notice = Object.keys(errors).length > 0 ? null : message
  return { status, message, errors, notice, holder }
}

export function errorResponse(c: Ctx, error: unknown): Response {
  const { status, body, retryAfter, code } = describeError(error)
  if (retryAfter) c.header('Retry-After', String(retryAfter))
  if (code) c.header('Refusal', code)
  return c.json(body, status)
}

export const isApi = (c: Ctx) => c.req.path === '/api' || c.req.path.startsWith('/api/')

const isSqlite = (error: unknown, code: RegExp) =>
  error instanceof Error && 'code' in error && code.test(String(error.code))
