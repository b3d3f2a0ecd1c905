import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Refusal } from '#src/domain/refusal.ts'
import { fileFaults, largestDocument, lookedAt } from '#src/forms/verify/document-file.ts'
import type { Ctx } from '#src/http/context.ts'
import { readMultipart } from './multipart.ts'

/** What is known of a posted file once it has gone by. */
export type PostedFile = { size: number; sha256: string; start: Uint8Array }

/** What a form adds around its file, in bytes, at most. */
const framing = 16 * 1024

/**
 * Hashes the file of a multipart form while it arrives and keeps its beginning only. Throws 415, 408 and 400; refuses
 * 'too-large' and 'invalid' (no file, several).
 */
export async function hashPostedFile(c: Ctx): Promise<PostedFile> {
  const files: Arriving[] = []
  await readMultipart(c, {
    limits: { files: 2, fields: 8, fieldSize: 4096, parts: 10, headerPairs: 20 },
    largest: largestDocument + framing,
    tooLarge: refused('too-large', fileFaults.tooLarge),
    onFile: (stream, name) => files.push(arriving(stream, name)),
  })
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

function arriving(stream: Readable, name: string): Arriving {
  const file: Arriving = { name, size: 0, hash: createHash('sha256'), start: [] }
  stream.on('data', (bytes: Uint8Array) => {
    if (file.size < lookedAt) file.start.push(bytes.slice(0, lookedAt - file.size))
    file.size += bytes.length
    file.hash.update(bytes)
  })
  return file
}

const refused = (kind: 'invalid' | 'too-large', message: string) =>
  new Refusal(kind, message, { errors: { file: message } })
