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
  /** What it throws ends the reading. */
  onFile: (stream: Readable, name: string) => void
  onField?: (name: string, value: string) => void
}

/** Whether a request brings a form with files. */
export const isMultipart = (c: Ctx) => /^multipart\/form-data\s*;.*boundary=/i.test(typeOf(c))

const typeOf = (c: Ctx) => c.req.header('content-type') ?? ''

/**
 * Reads a multipart form while it arrives. Throws 415, 408 and 400, and `tooLarge`: of a body that says so at its first
 * file, so that the texts before it are known. What follows a refusal is not read.
 */
export async function readMultipart(c: Ctx, reading: Reading): Promise<void> {
  if (!isMultipart(c)) throw new HttpError(415, httpMessages.unsupportedFileForm)
  try {
    await pipeline(bounded(c, reading), parserOf(c, reading))
  } catch (error) {
    if (error instanceof Refusal || error instanceof HttpError) throw error
    // the client disconnected, or the form or its boundary is malformed
    throw new HttpError(400, httpMessages.cutShort)
  }
}

function parserOf(c: Ctx, { limits, largest, tooLarge, onFile, onField }: Reading) {
  const parser = new Busboy({ headers: { 'content-type': typeOf(c) }, limits })
  const isTooLarge = Number(c.req.header('content-length')) > largest
  parser.on('file', (_, stream, name = '') => {
    // the parser fails too, and is answered
    stream.on('error', () => {})
    try {
      if (isTooLarge) throw tooLarge
      onFile(stream, name)
    } catch (error) {
      parser.destroy(error as Error)
    }
  })
  parser.on('field', (name, value) => onField?.(name, value))
  return parser
}

async function* bounded(c: Ctx, { largest, tooLarge }: Reading) {
  let size = 0
  for await (const part of bodyParts(c)) {
    size += part.length
    if (size > largest) throw tooLarge
    yield part
  }
}
