import { setImmediate } from 'node:timers/promises'
import { seconds } from '#src/domain/calendar.ts'
import type { BodyLimit } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { admitBody, countRefusedBody } from '#src/http/middleware/limit.ts'

/** The limits in bytes, and in pairs for a form. The largest registration has 50 directors and 170 pairs. */
export const bodyLimits = {
  small: { bytes: 4096, pairs: 30 },
  reason: { bytes: 16 * 1024, pairs: 60 },
  directors: { bytes: 64 * 1024, pairs: 200 },
  application: { bytes: 384 * 1024, pairs: 300 },
  /** Holds 60,000 encoded characters of any script. A longer text comes back in its editor up to this limit. */
  terms: { bytes: 640 * 1024, pairs: 20 },
} as const satisfies Record<string, BodyLimit>

export const bodyLimitOf = (c: Ctx): BodyLimit => c.var.body ?? bodyLimits.small

/** Returns `undefined` if there is no body. Throws 415, 413 and 400. Refuses 'too-many'. */
export async function readJson(c: Ctx): Promise<unknown> {
  const isJson = hasType(c, 'application/json')
  const bytes = await readBytes(c, isJson ? jsonBound() : () => null)
  if (bytes.length === 0) return undefined
  if (!isJson) throw new HttpError(415, httpMessages.unsupportedType)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, httpMessages.notJson)
  }
}

/** Throws 415, 413 and 400; refuses 'too-many'. */
export async function readForm(c: Ctx): Promise<URLSearchParams> {
  if (!hasType(c, 'application/x-www-form-urlencoded'))
    throw new HttpError(415, httpMessages.unsupportedForm)
  const bytes = await readBytes(c, pairsBound(bodyLimitOf(c).pairs))
  return new URLSearchParams(new TextDecoder().decode(withSpaces(bytes)))
}

const hasType = (c: Ctx, type: string) =>
  c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() === type

/** Looks at each part as it arrives, and returns the name of whatever there is too much of. */
type Bound = (part: Uint8Array) => string | null

/** Limits the pairs, because `URLSearchParams` takes more than linear time: 0.4 s for 190,000 pairs. */
function pairsBound(most: number): Bound {
  let pairs = 1
  return function boundPairs(part) {
    for (let at = part.indexOf(ampersand); at >= 0; at = part.indexOf(ampersand, at + 1)) {
      pairs += 1
      if (pairs > most) return httpMessages.tooManyFields
    }
    return null
  }
}

const [ampersand, plus, space] = [0x26, 0x2b, 0x20]

/** The largest registration, with 50 directors, has 170 keys and 230 values. */
const mostInJson = { keys: 400, values: 600, depth: 6 }

/** Counts JSON exactly up to its first fault. After a fault the body is not JSON anyway. */
function jsonBound(): Bound {
  const count = { keys: 0, values: 1, depth: 0 }
  let isText = false
  let isEscaped = false
  return function boundJson(part) {
    for (const byte of part) {
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = isText
      else if (byte === quote) isText = !isText
      else if (!isText) countMark(count, byte)
      if (count.depth > mostInJson.depth) return httpMessages.tooDeep
      if (count.keys > mostInJson.keys || count.values > mostInJson.values)
        return httpMessages.tooManyValues
    }
    return null
  }
}

const [quote, backslash] = [0x22, 0x5c]

function countMark(count: Record<keyof typeof mostInJson, number>, byte: number) {
  // matches : , { [ } ]
  if (byte === 0x3a) count.keys += 1
  else if (byte === 0x2c) count.values += 1
  else if (byte === 0x7b || byte === 0x5b) count.depth += 1
  else if (byte === 0x7d || byte === 0x5d) count.depth -= 1
}

/**
 * Replaces plus signs in place. `URLSearchParams` takes 250 ms for four million plus signs, and no time for spaces.
 */
function withSpaces(bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === plus) bytes[at] = space
  return bytes
}

/** Milliseconds until the first bytes, and the lowest speed of a longer body in bytes per second (256 kbit/s). */
const leastSpeed = { grace: seconds(20), bytes: 32 * 1024 }

/**
 * A body in tiny pieces costs more to receive than its bytes. After the first 20,000 pieces, a piece needs 64 bytes
 * on average.
 */
const leastPiece = { free: 20_000, bytes: 64 }
const piecesAtOnce = 256

/** Yields the body as it arrives; throws 408 when it is too slow, and 400 when its pieces are too small. */
export async function* bodyParts(c: Ctx): AsyncGenerator<Uint8Array> {
  const reader = c.req.raw.body?.getReader()
  if (!reader) return
  const watch = watchSpeed()
  let size = 0
  let pieces = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), watch.tooSlow])
      if (done) return
      size += value.length
      pieces += 1
      watch.took(value.length)
      if (pieces - leastPiece.free > size / leastPiece.bytes) {
        await countRefusedBody(c)
        throw new HttpError(400, httpMessages.tooManyPieces)
      }
      if (pieces % piecesAtOnce === 0) await setImmediate()
      yield value
    }
  } finally {
    watch.end()
    reader.cancel().catch(() => {})
  }
}

/** Uses one timer for the whole body, which looks each time at what has arrived. */
function watchSpeed() {
  const began = performance.now()
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    const look = () => {
      const left = began + leastSpeed.grace + (size / leastSpeed.bytes) * 1000 - performance.now()
      if (left <= 0) reject(new HttpError(408, httpMessages.tooSlow))
      else timer = setTimeout(look, left)
    }
    look()
  })
  tooSlow.catch(() => {})
  return {
    tooSlow,
    took(bytes: number) {
      size += bytes
    },
    end: () => clearTimeout(timer),
  }
}

async function readBytes(c: Ctx, bound: Bound): Promise<Uint8Array> {
  const { bytes: most } = bodyLimitOf(c)
  await admitBody(c, most > bodyLimits.small.bytes)
  const refuse = async (status: 400 | 413, message: string) => {
    await countRefusedBody(c)
    return new HttpError(status, message)
  }
  if (announced(c) > most) throw await refuse(413, httpMessages.tooLarge)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of bodyParts(c)) {
      size += part.length
      if (size > most) throw await refuse(413, httpMessages.tooLarge)
      const fault = bound(part)
      if (fault) throw await refuse(400, fault)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    // the client disconnected; the answer is 400, so that it is not logged as an error
    throw new HttpError(400, httpMessages.cutShort)
  }
  c.var.recheck?.()
  return Buffer.concat(parts)
}

const announced = (c: Ctx) => Number(c.req.header('content-length') ?? 0)

/**
 * Reads the rest of the body up to the limit of the route, because a browser that is still sending ignores the
 * answer.
 */
export async function dropBody(c: Ctx) {
  const { bytes, files = bytes } = bodyLimitOf(c)
  const most = hasType(c, 'multipart/form-data') ? files : bytes
  if (!c.req.raw.body || c.req.raw.body.locked || announced(c) > most) return
  let size = 0
  try {
    for await (const part of bodyParts(c)) {
      size += part.length
      if (size > most) return
    }
  } catch {
    // the body is too slow or the client is gone; the answer is sent all the same
  }
}
