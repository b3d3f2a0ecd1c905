import { seconds } from '#src/domain/calendar.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'

export const bodyLimits = {
  small: 4096,
  reason: 16 * 1024,
  directors: 64 * 1024,
  application: 384 * 1024,
  /** Far more than is stored, so that a text that is too long comes back in its editor. */
  terms: 4 * 1024 * 1024,
} as const

/** No body is `undefined`. Throws 415, 413 and 400. */
export async function readJson(c: Ctx, max: number): Promise<unknown> {
  const bytes = await readBytes(c, max)
  if (bytes.length === 0) return undefined
  if (!hasType(c, 'application/json')) throw new HttpError(415, httpMessages.unsupportedType)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, httpMessages.notJson)
  }
}

export async function readForm(c: Ctx, max: number): Promise<URLSearchParams> {
  if (!hasType(c, 'application/x-www-form-urlencoded'))
    throw new HttpError(415, httpMessages.unsupportedForm)
  return new URLSearchParams(new TextDecoder().decode(await readBytes(c, max)))
}

/** Throws 415, 413 and 400. */
export async function readFileForm(c: Ctx, max: number): Promise<FormData> {
  const type = c.req.header('content-type') ?? ''
  if (!isFileForm(c)) throw new HttpError(415, httpMessages.unsupportedFileForm)
  const bytes = await readBytes(c, max)
  try {
    return await new Response(Uint8Array.from(bytes), {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw new HttpError(400, httpMessages.cutShort)
  }
}

export const isFileForm = (c: Ctx) => hasType(c, 'multipart/form-data')

const hasType = (c: Ctx, type: string) =>
  c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() === type

/** Milliseconds for the first bytes, and bytes a second (256 kbit/s) of a longer body, at least. */
const leastSpeed = { grace: seconds(20), bytes: 32 * 1024 }

export async function* bodyParts(c: Ctx): AsyncGenerator<Uint8Array> {
  const reader = c.req.raw.body?.getReader()
  if (!reader) return
  const began = performance.now()
  let size = 0
  try {
    for (;;) {
      const deadline = began + leastSpeed.grace + (size / leastSpeed.bytes) * 1000
      const { done, value } = await before(deadline, reader.read())
      if (done) return
      size += value.length
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const slow = () => reject(new HttpError(408, httpMessages.tooSlow))
    timer = setTimeout(slow, deadline - performance.now())
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function readBytes(c: Ctx, max: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > max)
    throw new HttpError(413, httpMessages.tooLarge)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of bodyParts(c)) {
      size += part.length
      if (size > max) throw new HttpError(413, httpMessages.tooLarge)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    // the client disconnected: 400, not logged as an error
    throw new HttpError(400, httpMessages.cutShort)
  }
  c.var.recheck?.()
  return Buffer.concat(parts)
}
