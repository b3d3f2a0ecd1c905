import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import { Refusal } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { bodyParts } from '#src/http/requests/body.ts'

type Reading = {
  limits: NonNullable<BusboyConfig['limits']>
  /** The most bytes of a body that are used. */
  largest: number
  tooLarge: Refusal
  /** Milliseconds that the whole body may take. */
  patience?: number
  onFile: (stream: Readable, name: string) => void
  onField?: (name: string, value: string) => void
}

/** How much of a body that is too large is read on, in bytes. */
const readOn = 64 * 1024 * 1024

/** Whether a request brings a form with files. */
export const isMultipart = (c: Ctx) => /^multipart\/form-data\s*;.*boundary=/i.test(typeOf(c))

const typeOf = (c: Ctx) => c.req.header('content-type') ?? ''

/** Reads a multipart form while it arrives. Throws 415, 408 and 400, and `tooLarge`. */
export async function readMultipart(c: Ctx, reading: Reading): Promise<void> {
  const type = typeOf(c)
  if (!isMultipart(c)) throw new HttpError(415, httpMessages.unsupportedFileForm)
  try {
    await pipeline(bounded(c, reading), parserOf(type, reading))
  } catch (error) {
    if (error instanceof Refusal || error instanceof HttpError) throw error
    // the client disconnected, or the form or its boundary is malformed
    throw new HttpError(400, httpMessages.cutShort)
  }
}

function parserOf(type: string, { limits, onFile, onField }: Reading) {
  const parser = new Busboy({ headers: { 'content-type': type }, limits })
  parser.on('file', (_, stream, name = '') => {
    // the parser fails too, and is answered
    stream.on('error', () => {})
    onFile(stream, name)
  })
  parser.on('field', (name, value) => onField?.(name, value))
  return parser
}

/** The body up to its bound. Beyond it, reads on before it refuses: otherwise a browser shows a broken connection. */
async function* bounded(c: Ctx, { largest, tooLarge, patience }: Reading) {
  let size = 0
  for await (const part of bodyParts(c, patience)) {
    size += part.length
    if (size <= largest) yield part
    else if (size > largest + readOn) break
  }
  if (size > largest) throw tooLarge
}
