import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { minutes, seconds } from '#src/domain/durations.ts'
import type { Credentials } from './place.ts'

export type S3Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The object's name; none for the bucket. */
  key?: string
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** First and last byte. */
  range?: [number, number]
}

export type S3Answer = { headers: Headers; bytes: Uint8Array; text: string }

/** How often a request is made before its failure counts. */
const attempts = 5

/** How long a request may take: with a part of 8 MiB at 70 kB/s, and without one. */
const longest = { part: minutes(2), other: seconds(30) } as const

/** Twice a part, and more than any list. What a strange server sends beyond it is not taken into memory. */
const largestAnswer = 16 * 1024 * 1024

/** A message of the server stands in the log, on a page and in emails. */
const longestWords = 300

/**
 * Returns how to call a bucket. A request that fails on the way, or with a status that may pass, is made again; then it
 * throws with the words of the server, and its status as the cause.
 */
export function s3Calls(
  bucketUrl: string,
  region: string,
  credentials: Credentials,
  pause: number,
  signal?: AbortSignal,
): (call: S3Call) => Promise<S3Answer> {
  const client = new AwsClient({ ...credentials, service: 's3', region, retries: 0 })
  return async function callAgain(call) {
    for (let attempt = 1; ; attempt += 1) {
      const found = await once(client, bucketUrl, call, signal)
      if ('answer' in found) return found.answer
      if (!found.mayPass || attempt === attempts || signal?.aborted)
        throw new Error(found.reason, { cause: found.status })
      await wait(pause * 2 ** (attempt - 1), null, { signal })
    }
  }
}

type Outcome = { answer: S3Answer } | { reason: string; status?: number; mayPass: boolean }

async function once(
  client: AwsClient,
  bucketUrl: string,
  call: S3Call,
  stopping?: AbortSignal,
): Promise<Outcome> {
  const { method, key = '', query = {}, body, range } = call
  const url = new URL(key ? `${bucketUrl}/${key}` : bucketUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  try {
    const response = await client.fetch(url.href, {
      method,
      headers: {
        'x-amz-content-sha256': sha256,
        ...(range && { range: `bytes=${range.join('-')}` }),
      },
      ...(body && { body }),
      redirect: 'manual',
      signal: AbortSignal.any([
        AbortSignal.timeout(body || range ? longest.part : longest.other),
        ...(stopping ? [stopping] : []),
      ]),
    })
    const bytes = await bytesOf(response)
    const text = range && response.ok ? '' : new TextDecoder().decode(bytes)
    // an upload is completed with 200 before the server knows whether it worked
    if (response.ok && !text.includes('<Error>'))
      return { answer: { headers: response.headers, bytes, text } }
    const code = xmlText(text, 'Code') ?? ''
    const words = [response.status, code, xmlText(text, 'Message')].filter(Boolean).join(' ')
    const mayPass = passingStatus(response.status) || passing.has(code)
    return {
      reason: `${method} ${url.host} failed: ${onOneLine(words)}`,
      status: response.status,
      mayPass,
    }
  } catch (error) {
    return { reason: `${method} ${url.host} failed: ${causeOf(error)}`, mayPass: true }
  }
}

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Without characters that nobody sees, such as those that turn the direction of a text. */
const onOneLine = (words: string) => words.replace(/[\s\p{C}]+/gu, ' ').slice(0, longestWords)

/** 501 will not pass: the server does not know the request. */
const passingStatus = (status: number) => status === 429 || (status >= 500 && status !== 501)

/** Errors under another status than 5xx that a repetition can mend. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable'])

/** The text of the first element with a name. */
export const xmlText = (xml: string, name: string): string | null => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found === undefined ? null : unescaped(found)
}

/** The texts of all elements with a name. */
export const xmlTexts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    unescaped(text),
  )

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
