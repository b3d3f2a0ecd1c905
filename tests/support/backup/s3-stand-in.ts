import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { onTestFinished } from 'vitest'

export const s3Keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-for-tests' }

/** What a request is broken by: an error of the server, or a connection that ends without an answer. */
type Fault = { status: number; code: string } | 'hang up' | null

export type S3StandIn = {
  endpoint: string
  objects: Map<string, Buffer>
  /** Uploads that were begun and neither completed nor aborted. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  requests: string[]
  /** Decides for each request whether it fails; set by a test. */
  fault: (request: string) => Fault
  /** Bytes that the bucket takes. */
  quota: number
}

/** An S3 server on this machine with the bucket `copies`: signatures, uploads in parts, ranges and lists. */
export async function s3StandIn(): Promise<S3StandIn> {
  const s3: S3StandIn = {
    endpoint: '',
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    fault: () => null,
    quota: Number.POSITIVE_INFINITY,
  }
  const server = createServer((request, response) => void answer(s3, request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  s3.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return s3
}

async function answer(s3: S3StandIn, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '', s3.endpoint)
  const body = await buffer(request)
  const name = `${request.method} ${url.pathname}${url.search}`
  s3.requests.push(name)
  const fault = s3.fault(name)
  if (fault === 'hang up') return void request.socket.destroy()
  const refusal = fault ?? (await refused(request, url, body))
  const result = refusal ? error(refusal) : resultOf(s3, request, url, body)
  response.writeHead(result.status, result.headers)
  response.end(result.body)
}

async function refused(request: IncomingMessage, url: URL, body: Buffer) {
  const { authorization = '', host, ...headers } = request.headers
  const signed = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? []
  const region = /Credential=[^/]*\/\d*\/([^/]*)/.exec(authorization)?.[1] ?? ''
  const given = signed.flatMap((name): [string, string][] =>
    name === 'host' || name === 'x-amz-date' ? [] : [[name, String(headers[name])]],
  )
  const expected = await new AwsV4Signer({
    ...s3Keys,
    method: request.method ?? '',
    url: url.href,
    headers: given,
    service: 's3',
    region,
    datetime: String(headers['x-amz-date']),
  }).sign()
  if (expected.headers.get('authorization') !== authorization)
    return { status: 403, code: 'SignatureDoesNotMatch' }
  const sha256 = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== sha256)
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  return url.pathname.split('/')[1] === 'copies' ? null : { status: 404, code: 'NoSuchBucket' }
}

type Result = { status: number; headers?: Record<string, string>; body?: string | Buffer }

function resultOf(s3: S3StandIn, request: IncomingMessage, url: URL, body: Buffer): Result {
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
  const query = url.searchParams
  const uploadId = query.get('uploadId') ?? ''
  const upload = s3.uploads.get(uploadId)
  if (uploadId && !upload) return error({ status: 404, code: 'NoSuchUpload' })
  if (request.method === 'POST' && query.has('uploads')) {
    const id = `upload-${s3.requests.length}`
    s3.uploads.set(id, { key, parts: new Map() })
    return xml(`<UploadId>${id}</UploadId>`)
  }
  if (request.method === 'PUT' && upload) {
    const used = [...upload.parts.values(), ...s3.objects.values()].reduce(sum, 0)
    if (used + body.byteLength > s3.quota) return error({ status: 507, code: 'XMinioStorageFull' })
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
  }
  if (request.method === 'PUT') {
    if ([...s3.objects.values()].reduce(sum, 0) + body.byteLength > s3.quota)
      return error({ status: 507, code: 'XMinioStorageFull' })
    s3.objects.set(key, body)
    return { status: 200, headers: { etag: '"whole"' } }
  }
  if (request.method === 'POST' && upload) return complete(s3, uploadId, upload, body)
  if (request.method === 'DELETE') {
    if (upload) s3.uploads.delete(uploadId)
    else s3.objects.delete(key)
    return { status: 204 }
  }
  if (query.has('uploads')) {
    const begun = [...s3.uploads].map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    return xml(begun.join(''))
  }
  if (query.has('list-type')) return list(s3, query)
  return rangeOf(s3.objects.get(key), request.headers.range)
}

function complete(
  s3: S3StandIn,
  uploadId: string,
  { key, parts }: { key: string; parts: Map<number, Buffer> },
  body: Buffer,
): Result {
  const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)]
  const pieces = listed.map(([, number, etag]) => {
    const part = parts.get(Number(number))
    const own = part && `"${createHash('md5').update(part).digest('hex')}"`
    return own === etag ? part : undefined
  })
  const whole = pieces.filter((piece) => piece !== undefined)
  if (whole.length === 0 || whole.length !== parts.size)
    return error({ status: 400, code: 'InvalidPart' })
  s3.objects.set(key, Buffer.concat(whole))
  s3.uploads.delete(uploadId)
  return xml(`<Key>${key}</Key>`)
}

/** Two names at a time, so that every list has several pages. */
function list(s3: S3StandIn, query: URLSearchParams): Result {
  const after = query.get('continuation-token') ?? ''
  const keys = [...s3.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort()
  const page = keys.slice(0, 2)
  const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return { status: 200, body: `<ListBucketResult>${contents}${next}</ListBucketResult>` }
}

function rangeOf(object: Buffer | undefined, range: string | undefined): Result {
  if (!object) return error({ status: 404, code: 'NoSuchKey' })
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return { status: 200, body: object }
  const headers = { 'content-range': `bytes ${from}-${to}/${object.byteLength}` }
  return { status: 206, headers, body: object.subarray(Number(from), Number(to) + 1) }
}

const sum = (total: number, { byteLength }: Buffer) => total + byteLength

const xml = (inner: string): Result => ({ status: 200, body: `<Result>${inner}</Result>` })

const error = ({ status, code }: { status: number; code: string }): Result => ({
  status,
  body: `<Error><Code>${code}</Code><Message>The stand-in refused it.</Message></Error>`,
})
