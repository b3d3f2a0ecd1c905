import { createHash } from 'node:crypto'
import type { BackupTarget } from '#src/security/backup-target.ts'
import type { Place, S3Access } from './place.ts'
import { type S3Answer, type S3Call, s3Calls, xmlText, xmlTexts } from './s3-calls.ts'

type Call = (call: S3Call) => Promise<S3Answer>

/** A part as it was sent; `etag` is the server's name for it. */
type Part = { etag: string; sha256: string; size: number }

const notS3 = 'The server at S3_ENDPOINT does not answer as S3 does'

/** S3 takes 10,000 parts of at least 5 MiB: with this size a copy may have 78 GiB. */
const partSize = 8 * 1024 * 1024

/** S3-compatible storage. The bucket is part of the path, as every server understands it. */
export function s3Place(
  { bucket, prefix }: Extract<BackupTarget, { kind: 's3' }>,
  { endpoint, region, credentials }: S3Access,
  pause: number,
  signal?: AbortSignal,
): Place {
  const server = endpoint ?? `https://s3.${region}.amazonaws.com`
  const call = s3Calls(`${server}/${bucket}`, region, credentials, pause, signal)
  const start = prefix ? `${prefix}/` : ''
  return {
    async put(name, bytes) {
      const key = `${start}${name}`
      const parts = await upload(call, key, bytes)
      try {
        await readBack(call, key, parts)
      } catch (error) {
        await call({ method: 'DELETE', key }).catch(() => {})
        throw error
      }
      return { bytes: parts.reduce((sum, { size }) => sum + size, 0) }
    },
    read: (name) => readInParts(call, `${start}${name}`),
    names: (prefix) => namesIn(call, start, prefix),
    async remove(name) {
      const { text } = await call({ method: 'DELETE', key: `${start}${name}` })
      // S3 says nothing; a page of words has removed nothing
      if (text) throw new Error(notS3)
    },
    removeUnfinished: (prefix) => removeUnfinished(call, `${start}${prefix}`),
  }
}

async function namesIn(call: Call, start: string, prefix: string): Promise<string[]> {
  const keys: string[] = []
  let more: string | null = null
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix: `${start}${prefix}`,
      ...(more && { 'continuation-token': more }),
    }
    const { text } = await call({ method: 'GET', query })
    // a proxy's page of words would look like an empty bucket
    if (!text.includes('<ListBucketResult')) throw new Error(notS3)
    keys.push(...xmlTexts(text, 'Key'))
    const next = xmlText(text, 'NextContinuationToken')
    if (next !== null && next === more) throw new Error('The server gives the same list again')
    more = next
  } while (more)
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
}

/** What fits one part goes with one request, so that a kill leaves nothing unfinished. */
async function upload(call: Call, key: string, bytes: AsyncIterable<Uint8Array>): Promise<Part[]> {
  const parts = inParts(bytes)
  const first = (await parts.next()).value ?? new Uint8Array()
  const second = await parts.next()
  if (!second.done) return uploadInParts(call, key, chained([first, second.value], parts))
  const { headers } = await call({ method: 'PUT', key, body: first })
  return [partOf(first, headers)]
}

async function* chained<T>(first: T[], rest: AsyncIterable<T>) {
  yield* first
  yield* rest
}

const partOf = (body: Uint8Array, headers: Headers): Part => ({
  etag: headers.get('etag') ?? '',
  sha256: sha256Of(body),
  size: body.byteLength,
})

/** Sends the parts one after the other; a failure removes what was sent. */
async function uploadInParts(
  call: Call,
  key: string,
  bodies: AsyncIterable<Uint8Array<ArrayBuffer>>,
) {
  const begun = await call({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = xmlText(begun.text, 'UploadId')
  if (!uploadId) throw new Error('The server began no upload')
  try {
    const parts: Part[] = []
    for await (const body of bodies) {
      const query = { partNumber: String(parts.length + 1), uploadId }
      const { headers } = await call({ method: 'PUT', key, query, body })
      parts.push(partOf(body, headers))
    }
    const listed = parts.map(
      ({ etag }, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    const body = new TextEncoder().encode(
      `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`,
    )
    await call({ method: 'POST', key, query: { uploadId }, body })
    return parts
  } catch (error) {
    await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
    throw error
  }
}

async function readBack(call: Call, key: string, parts: Part[]) {
  let from = 0
  for (const { sha256, size } of parts) {
    const { bytes, headers } = await call({ method: 'GET', key, range: [from, from + size - 1] })
    const whole = headers.get('content-range')?.split('/')[1]
    const expected = parts.reduce((sum, part) => sum + part.size, 0)
    if (sha256Of(bytes) !== sha256 || (whole !== undefined && Number(whole) !== expected))
      throw new Error(`${key} was read back with other bytes than were sent`)
    from += size
  }
}

async function* readInParts(call: Call, key: string) {
  let from = 0
  let size = 0
  do {
    const { bytes, headers } = await call({
      method: 'GET',
      key,
      range: [from, from + partSize - 1],
    })
    if (bytes.byteLength === 0) throw new Error(`The server gave nothing of ${key}`)
    yield bytes
    from += bytes.byteLength
    size = Number(headers.get('content-range')?.split('/')[1] ?? bytes.byteLength)
  } while (from < size)
}

/** Parts of uploads that a kill broke off cost money until they are removed. Not every key may list them, nor every server. */
async function removeUnfinished(call: Call, prefix: string) {
  const found = await call({ method: 'GET', query: { uploads: '', prefix } }).catch(unlessUnreached)
  if (!found) return
  for (const [, upload = ''] of found.text.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)) {
    const key = xmlText(upload, 'Key')
    const uploadId = xmlText(upload, 'UploadId')
    if (key?.startsWith(prefix) && uploadId)
      await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
  }
}

/** Throws what kept a request from the server; `null` when the server refused it. */
function unlessUnreached(error: unknown): null {
  if (error instanceof Error && error.cause !== undefined) return null
  throw error
}

async function* inParts(bytes: AsyncIterable<Uint8Array>) {
  let part = new Uint8Array(partSize)
  let filled = 0
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + partSize - filled)
      part.set(piece, filled)
      filled += piece.byteLength
      at += piece.byteLength
      if (filled < partSize) continue
      yield part
      part = new Uint8Array(partSize)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
