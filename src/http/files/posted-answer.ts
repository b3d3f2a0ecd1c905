import type { Readable } from 'node:stream'
import type { Deps } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { dropStaged, type Staged, stageFile } from '#src/domain/requests/staged-files.ts'
import { attachmentLimits, attachmentTexts } from '#src/forms/requests/attachments.ts'
import type { Ctx } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'
import { readMultipart } from './multipart.ts'

/** What a form may hold beside its files, in bytes. */
const framing = 128 * 1024

/** Five files of 10 MB on a line of 1.5 Mbit/s. */
const patience = minutes(5)

/**
 * Reads an answer to a request and stores its files while they arrive; `form` gets the texts even when it fails. A
 * refusal instead of a request is thrown once everything is read. Refuses 'invalid' with every file's fault.
 */
export async function readPostedAnswer(
  c: Ctx,
  request: number | Refusal,
  form: URLSearchParams,
): Promise<number[]> {
  const { deps } = c.var
  const streams: Readable[] = []
  const staged: Promise<Staged | null>[] = []
  const take = (stream: Readable, name: string) => {
    streams.push(stream)
    if (request instanceof Refusal || streams.length > attachmentLimits.files)
      return stream.resume()
    const file = stagePosted(deps, request, name, stream)
    file.catch(() => stream.resume())
    return staged.push(file)
  }
  try {
    await readMultipart(c, {
      limits: {
        files: attachmentLimits.files + 1,
        fields: 8,
        fieldSize: framing,
        parts: 16,
        headerPairs: 20,
      },
      largest: attachmentLimits.files * attachmentLimits.bytes + framing,
      tooLarge: refused('too-large', attachmentTexts.all),
      patience,
      onFile: take,
      onField: (name, value) => form.append(name, value),
    })
    if (request instanceof Refusal) throw request
    if (streams.length > attachmentLimits.files) throw refused('invalid', attachmentTexts.tooMany)
    const files = await Promise.all(staged)
    const faults = files.flatMap((file) => (file && 'fault' in file ? [file.fault] : []))
    if (faults.length > 0) throw refused('invalid', `${faults.join('. ')}.`)
    await c.var.whenWritable?.()
    // the session may have ended while the files arrived
    c.var.recheck?.()
    return idsOf(files)
  } catch (error) {
    for (const stream of streams) stream.destroy()
    const settled = await Promise.allSettled(staged)
    dropStaged(deps, idsOf(settled.flatMap((file) => ('value' in file ? [file.value] : []))))
    throw asRefusal(error)
  }
}

/** Returns `null` for a file field without a file: it is sent as an empty file without a name. */
async function stagePosted(deps: Deps, request: number, name: string, stream: Readable) {
  // destroyed, the stream would hold up the rest of the form
  const bytes = stream.iterator({ destroyOnReturn: false })
  try {
    const first = await bytes.next()
    if (first.done && name === '') return null
    return await stageFile(deps, request, name, beginningWith(first, bytes))
  } finally {
    // otherwise a file that is refused before it is read cannot be skipped
    await bytes.return?.()
  }
}

async function* beginningWith<T>(first: IteratorResult<T>, rest: AsyncIterable<T>) {
  if (first.done) return
  yield first.value
  yield* rest
}

/** A full disk, too, brings the page back with what was typed. */
function asRefusal(error: unknown) {
  const { status, body, retryAfter } = describeError(error)
  if (status !== 503) return error
  return new Refusal('unavailable', body.message, retryAfter ? { retryAfter } : {})
}

const idsOf = (files: (Staged | null)[]) =>
  files.flatMap((file) => (file && 'id' in file ? [file.id] : []))

const refused = (kind: 'invalid' | 'too-large', message: string) =>
  new Refusal(kind, message, { errors: { files: message } })
