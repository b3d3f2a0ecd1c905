import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { Refusal } from '#src/domain/refusal.ts'
import { fileFaults, largestDocument, lookedAt } from '#src/forms/verify/document-file.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'

/** What is known of a posted file once it has gone by. */
export type PostedFile = { size: number; sha256: string; start: Uint8Array }

/** What a form adds around its file, in bytes, at most. */
const framing = 16 * 1024

/** How much of a body that is too large is read on, in bytes. */
const readOn = 64 * 1024 * 1024

/**
 * The one reader of posted files: hashes the file of a multipart form while it arrives and keeps its beginning only.
 * Throws 415 and 400; refuses 'too-large' and 'invalid' (no file, several).
 */
export async function hashPostedFile(c: Ctx): Promise<PostedFile> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type))
    throw new HttpError(415, httpMessages.unsupportedFileForm)
  const files: Arriving[] = []
  try {
    await pipeline(bounded(c), parserOf(type, files))
  } catch (error) {
    if (error instanceof Refusal) throw error
    // the client disconnected, or the form or its boundary is malformed
    throw new HttpError(400, httpMessages.cutShort)
  }
  const [file, ...more] = files.filter(({ name, size }) => name !== '' || size > 0)
  if (!file) throw refused('invalid', fileFaults.none)
  if (more.length > 0) throw refused('invalid', fileFaults.several)
  if (file.size > largestDocument) throw refused('too-large', fileFaults.tooLarge)
  return { size: file.size, sha256: file.hash.digest('hex'), start: Buffer.concat(file.start) }
}

type Arriving = {
  name: string
  size: number
  hash: ReturnType<typeof createHash>
  start: Uint8Array[]
}

function parserOf(type: string, files: Arriving[]) {
  const limits = { files: 2, fields: 8, fieldSize: 4096, parts: 10, headerPairs: 20 }
  const parser = new Busboy({ headers: { 'content-type': type }, limits })
  parser.on('file', (_, stream, name = '') => {
    const file: Arriving = { name, size: 0, hash: createHash('sha256'), start: [] }
    files.push(file)
    stream.on('data', (bytes: Uint8Array) => {
      if (file.size < lookedAt) file.start.push(bytes.slice(0, lookedAt - file.size))
      file.size += bytes.length
      file.hash.update(bytes)
    })
    // the parser fails too, and is answered
    stream.on('error', () => {})
  })
  return parser
}

/** The body up to its bound. Beyond it, reads on before it refuses: otherwise a browser shows a broken connection. */
async function* bounded(c: Ctx): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of c.req.raw.body ?? Readable.from([])) {
    size += part.length
    if (size <= largestDocument + framing) yield part
    else if (size > readOn) break
  }
  if (size > largestDocument + framing) throw refused('too-large', fileFaults.tooLarge)
}

const refused = (kind: 'invalid' | 'too-large', message: string) =>
  new Refusal(kind, message, { errors: { file: message } })
