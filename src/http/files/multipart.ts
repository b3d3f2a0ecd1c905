import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import type { CustomersFile } from '#src/domain/customers/import-customers.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { importLimits, importTexts } from '#src/forms/customers/customers.ts'
import { fileFaults, largestDocument, lookedAt } from '#src/forms/verify/document.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { bodyParts } from '#src/http/requests/body.ts'

type Reading = {
  limits: NonNullable<BusboyConfig['limits']>
  largest: number
  tooLarge: Refusal
  onFile: (stream: Readable, name: string) => void
  onField?: (name: string, value: string) => void
}

export const isMultipart = (c: Ctx) => /^multipart\/form-data\s*;.*boundary=/i.test(typeOf(c))

const typeOf = (c: Ctx) => c.req.header('content-type') ?? ''

/** Throws 415, 408, 400, and `tooLarge` at the first file: texts before it are known. */
export async function readMultipart(c: Ctx, reading: Reading): Promise<void> {
  if (!isMultipart(c)) throw new HttpError(415, httpMessages.unsupportedFileForm)
  try {
    await pipeline(bounded(c, reading), parserOf(c, reading))
  } catch (error) {
    if (error instanceof Refusal || error instanceof HttpError) throw error
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

type PostedFile = { size: number; sha256: string; start: Uint8Array }

/** Throws 415, 408 and 400; refuses 'too-large' and 'invalid' (no file, several). */
export async function hashPostedFile(c: Ctx): Promise<PostedFile> {
  const begin = () => ({ hash: createHash('sha256'), start: [] as Uint8Array[] })
  const { size, content } = await readOneFile(
    c,
    { largest: largestDocument, texts: fileFaults, begin },
    ({ hash, start }, bytes, before) => {
      if (before < lookedAt) start.push(bytes.slice(0, lookedAt - before))
      hash.update(bytes)
    },
  )
  return { size, sha256: content.hash.digest('hex'), start: Buffer.concat(content.start) }
}

/** The form's texts go into `form`. */
export async function readPostedCustomers(c: Ctx, form: URLSearchParams): Promise<CustomersFile> {
  const { name, content } = await readOneFile(
    c,
    {
      largest: importLimits.bytes,
      texts: importTexts,
      begin: () => [] as Uint8Array[],
      onField: (name, value) => form.append(name, value),
    },
    (parts, bytes) => parts.push(bytes),
  )
  // the session may have ended while the file arrived
  c.var.recheck?.()
  return { name, bytes: Buffer.concat(content) }
}

type OneFile<T> = Pick<Reading, 'largest' | 'onField'> & {
  texts: { tooLarge: string; none: string; several: string }
  begin: () => T
}

const framing = 16 * 1024

async function readOneFile<T>(
  c: Ctx,
  { largest, texts, begin, onField }: OneFile<T>,
  take: (content: T, bytes: Uint8Array, before: number) => void,
) {
  const files: { name: string; size: number; content: T }[] = []
  await readMultipart(c, {
    limits: { files: 2, fields: 8, fieldSize: 4096, parts: 10, headerPairs: 20 },
    largest: largest + framing,
    tooLarge: refusalAt('file', 'too-large', texts.tooLarge),
    onFile: (stream, name) => {
      const file = { name, size: 0, content: begin() }
      files.push(file)
      stream.on('data', (bytes: Uint8Array) => {
        take(file.content, bytes, file.size)
        file.size += bytes.length
      })
    },
    ...(onField && { onField }),
  })
  const [file, ...more] = files.filter(({ name, size }) => name !== '' || size > 0)
  if (!file) throw refusalAt('file', 'invalid', texts.none)
  if (more.length > 0) throw refusalAt('file', 'invalid', texts.several)
  if (file.size > largest) throw refusalAt('file', 'too-large', texts.tooLarge)
  return file
}
