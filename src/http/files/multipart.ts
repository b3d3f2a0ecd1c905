import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import type { Admin, ClientActor } from '#src/domain/actor.ts'
import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { largestLogo } from '#src/domain/company/save-company.ts'
import type { CustomersFile } from '#src/domain/customers/import-customers.ts'
import { refuseFilesWhenFull } from '#src/domain/disk-space.ts'
import { answerRequest, dropStaged, type Staged, stageFile } from '#src/domain/portal/answers.ts'
import { openRequestsOf } from '#src/domain/portal/requests.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { recordCheck } from '#src/domain/review/record-check.ts'
import { checkTexts } from '#src/forms/admin/checks.ts'
import { checkResult } from '#src/forms/admin/review-forms.ts'
import { logoTexts } from '#src/forms/company/company.ts'
import { importLimits, importTexts } from '#src/forms/customers/customers.ts'
import { requestAnswer } from '#src/forms/requests/request-schema.ts'
import { attachmentLimits, attachmentTexts, requestTexts } from '#src/forms/requests/requests.ts'
import { fileFaults, largestDocument, lookedAt, sealMark } from '#src/forms/verify/document.ts'
import type { Ctx } from '#src/http/context.ts'
import { describeError, HttpError, httpMessages } from '#src/http/errors.ts'
import { admitBody, countRefusedBody, limit } from '#src/http/middleware/limit.ts'
import { bodyLimitOf, bodyParts } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { isPressedAgain, oncePerPress } from '#src/http/requests/second-press.ts'

const framing = 16 * 1024
const textBytes = 128 * 1024

/** The largest size of a whole form with files, in bytes. */
export const fileForms = {
  document: largestDocument + framing,
  customers: importLimits.bytes + framing,
  logo: largestLogo + framing,
  attachments: attachmentLimits.files * attachmentLimits.bytes + textBytes,
} as const

type Reading = {
  limits: Pick<NonNullable<BusboyConfig['limits']>, 'files' | 'fieldSize'>
  tooLarge: Refusal
  onFile: (stream: Readable, name: string) => void
  onField?: (name: string, value: string) => void
}

export const isMultipart = (c: Ctx) => /^multipart\/form-data\s*;.*boundary=/i.test(typeOf(c))

const typeOf = (c: Ctx) => c.req.header('content-type') ?? ''

/** Counts texts, files and a file field that was left empty. */
const mostParts = 10

/**
 * Reads all forms with files. Throws 415, 408 and 400, and at the first file `tooLarge`; the texts before the file
 * are known by then. Refuses 'too-many'.
 */
async function readMultipart(c: Ctx, reading: Reading): Promise<void> {
  if (!isMultipart(c)) throw new HttpError(415, httpMessages.unsupportedFileForm)
  await admitBody(c, true)
  const tooManyParts = new HttpError(400, httpMessages.tooManyParts)
  try {
    // the parser throws at a boundary that is too long
    const parser = parserOf(c, reading)
    parser.on('partsLimit', () => parser.destroy(tooManyParts))
    await pipeline(bounded(c, reading), parser)
  } catch (error) {
    if (error === tooManyParts || error === reading.tooLarge) await countRefusedBody(c)
    if (error instanceof Refusal || error instanceof HttpError) throw error
    throw new HttpError(400, httpMessages.cutShort)
  }
}

function parserOf(c: Ctx, { limits, tooLarge, onFile, onField }: Reading) {
  const parser = new Busboy({
    headers: { 'content-type': typeOf(c) },
    limits: { ...limits, parts: mostParts, headerPairs: 20, headerSize: 4096 },
  })
  const isTooLarge = Number(c.req.header('content-length')) > largestOf(c)
  parser.on('file', (_, stream, name = '') => {
    // the parser fails as well, and its failure is the answer
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

async function* bounded(c: Ctx, { tooLarge }: Reading) {
  let size = 0
  for await (const part of bodyParts(c)) {
    size += part.length
    if (size > largestOf(c)) throw tooLarge
    // the parser reads each piece to the end, even after it has failed, so the pieces are small
    for (let at = 0; at < part.length; at += handful) yield part.subarray(at, at + handful)
  }
}

const handful = 16 * 1024

const largestOf = (c: Ctx) => bodyLimitOf(c).files ?? 0

type PostedFile = { size: number; sha256: string; isSealed: boolean; start: Uint8Array }

/** Throws 415, 408 and 400. Refuses 'too-many', 'too-large' and 'invalid' (for no file or several files). */
export async function hashPostedFile(c: Ctx): Promise<PostedFile> {
  const begin = () => ({
    hash: createHash('sha256'),
    start: [] as Uint8Array[],
    end: '',
    isSealed: false,
  })
  const file = await readOneFile(
    c,
    { field: 'file', largest: largestDocument, texts: fileFaults, begin },
    (file, bytes, before) => {
      if (before < lookedAt) file.start.push(bytes.slice(0, lookedAt - before))
      file.hash.update(bytes)
      const text = file.end + Buffer.from(bytes).toString('latin1')
      file.isSealed ||= text.includes(sealMark)
      file.end = text.slice(1 - sealMark.length)
    },
  )
  if (!file) throw refusalAt('file', 'invalid', fileFaults.none)
  const { hash, start, isSealed } = file.content
  return { size: file.size, sha256: hash.digest('hex'), isSealed, start: Buffer.concat(start) }
}

/** Reads the file and adds the texts to `form`. */
export async function readPostedCustomers(c: Ctx, form: URLSearchParams): Promise<CustomersFile> {
  const reading = { field: 'file', largest: importLimits.bytes, texts: importTexts }
  const file = await readWholeFile(c, form, reading)
  if (!file) throw refusalAt('file', 'invalid', importTexts.none)
  return file
}

/** Reads the file and adds the texts to `form`. Returns an empty buffer if no file was sent. */
export async function readPostedLogo(c: Ctx, form: URLSearchParams): Promise<Buffer> {
  const texts = { tooLarge: logoTexts.notLogo, several: logoTexts.notLogo }
  const file = await readWholeFile(c, form, { field: 'logo', largest: largestLogo, texts })
  return file?.bytes ?? Buffer.alloc(0)
}

async function readWholeFile(
  c: Ctx,
  form: URLSearchParams,
  reading: Omit<OneFile<unknown>, 'begin' | 'onField'>,
) {
  const onField = (name: string, value: string) => form.append(name, value)
  const begin = (): Uint8Array[] => []
  const file = await readOneFile(c, { ...reading, begin, onField }, (parts, bytes) =>
    parts.push(bytes),
  )
  c.var.recheck?.()
  return file && { name: file.name, bytes: Buffer.concat(file.content) }
}

type OneFile<T> = Pick<Reading, 'onField'> & {
  field: string
  largest: number
  texts: { tooLarge: string; several: string }
  begin: () => T
}

/** Returns `null` when no file was chosen. */
async function readOneFile<T>(
  c: Ctx,
  { field, largest, texts, begin, onField }: OneFile<T>,
  take: (content: T, bytes: Uint8Array, before: number) => void,
) {
  const files: { name: string; size: number; content: T }[] = []
  await readMultipart(c, {
    limits: { files: 2, fieldSize: 4096 },
    tooLarge: refusalAt(field, 'too-large', texts.tooLarge),
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
  if (more.length > 0) throw refusalAt(field, 'invalid', texts.several)
  if (file && file.size > largest) throw refusalAt(field, 'too-large', texts.tooLarge)
  return file ?? null
}

/**
 * Reads the texts of a form whose files the sender has no right to send. Throws 415, 413, 408 and 400. Refuses
 * 'too-many'.
 */
export async function readPostedTexts(c: Ctx): Promise<URLSearchParams> {
  const form = new URLSearchParams()
  await readMultipart(c, {
    limits: { files: attachmentLimits.files + 1, fieldSize: textBytes },
    tooLarge: refusalAt('files', 'too-large', attachmentTexts.all),
    // the file is read to its end, because a browser that is still sending ignores the answer
    onFile: (stream) => stream.resume(),
    onField: (name, value) => form.append(name, value),
  })
  return form
}

const atOnce = 2

/**
 * Stores an answer with its files. `form` gets the texts even when this fails. Refuses 'invalid', 'conflict' and
 * 'too-many'.
 */
export async function takeAnswer(c: Ctx, client: ClientActor, form: URLSearchParams) {
  const { deps } = c.var
  const files = await readInTurn(c, client, form)
  await storeOnce(c, form, files, () =>
    answerRequest(deps, client, { ...checkForm(requestAnswer, form), files }),
  )
}

export async function takeCheck(c: Ctx, admin: Admin, id: string, form: URLSearchParams) {
  const { deps } = c.var
  const files = await readFiles(c, null, form)
  await storeOnce(c, form, files, () => {
    const [file = null, ...more] = files
    if (more.length > 0) throw refusalAt('files', 'invalid', checkTexts.oneFile)
    recordCheck(deps, admin, id, { ...checkForm(checkResult, form), file })
  })
}

/** The files of a second press go, like those of a form that is refused. */
async function storeOnce(c: Ctx, form: URLSearchParams, files: number[], store: () => void) {
  let isStored = false
  try {
    await oncePerPress(c, form, () => {
      store()
      isStored = true
    })
  } finally {
    if (!isStored) dropStaged(c.var.deps, files)
  }
}

async function readInTurn(c: Ctx, client: ClientActor, form: URLSearchParams): Promise<number[]> {
  const { uploads } = c.var.deps
  const request = await requestToAnswer(c, client)
  const running = uploads.get(client.id) ?? 0
  uploads.set(client.id, running + 1)
  try {
    return await readFiles(c, running < atOnce ? request : tooManyAtOnce(), form)
  } finally {
    const left = (uploads.get(client.id) ?? 0) - 1
    if (left > 0) uploads.set(client.id, left)
    else uploads.delete(client.id)
  }
}

/** `null` for a second press, whose files were stored by the first. */
type RequestFor = (form: URLSearchParams) => number | Refusal | null

/**
 * Returns the open request that is answered, or the reason why none can be. It is called at the first file, after the
 * texts.
 */
async function requestToAnswer(c: Ctx, client: ClientActor): Promise<RequestFor | Refusal> {
  const { deps } = c.var
  try {
    await limit(c, 'answer', String(client.id))
    refuseFilesWhenFull(deps, Number(c.req.header('content-length')) || 0)
    const open = openRequestsOf(deps, applicationOfClient(deps, client))
    return function requestFor(form) {
      if (isPressedAgain(c, form)) return null
      const request = open.find(({ id }) => String(id) === form.get('request'))
      if (!request) return new Refusal('conflict', requestTexts.closed)
      return request.takesFiles
        ? request.id
        : refusalAt('files', 'invalid', attachmentTexts.notAsked)
    }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const tooManyAtOnce = () => new Refusal('too-many', attachmentTexts.atOnce, { retryAfter: 60 })

async function readFiles(
  c: Ctx,
  answered: RequestFor | null | Refusal,
  form: URLSearchParams,
): Promise<number[]> {
  const { deps } = c.var
  const streams: Readable[] = []
  const staged: Promise<Staged>[] = []
  const take = (stream: Readable, name: string) => {
    streams.push(stream)
    if (name === '') return stream.resume()
    const request = typeof answered === 'function' ? answered(form) : answered
    if (request instanceof Refusal) throw request
    if (request === null && answered !== null) return stream.resume()
    if (streams.length > attachmentLimits.files)
      throw refusalAt('files', 'invalid', attachmentTexts.tooMany)
    // destroying the stream would hold up the rest of the form
    const file = stageFile(deps, request, name, stream.iterator({ destroyOnReturn: false }))
    file.catch(() => stream.resume())
    staged.push(file)
  }
  try {
    await readMultipart(c, {
      limits: { files: attachmentLimits.files + 1, fieldSize: textBytes },
      tooLarge: refusalAt('files', 'too-large', attachmentTexts.all),
      onFile: take,
      onField: (name, value) => form.append(name, value),
    })
    if (answered instanceof Refusal && answered.kind !== 'conflict') throw answered
    const files = await Promise.all(staged)
    refuseFaults(files)
    c.var.recheck?.()
    return idsOf(files)
  } catch (error) {
    for (const stream of streams) stream.destroy()
    const settled = await Promise.allSettled(staged)
    dropStaged(deps, idsOf(settled.flatMap((file) => ('value' in file ? [file.value] : []))))
    throw asRefusal(error)
  }
}

/** Refuses with all faults at the field, and with each fault at its file. */
function refuseFaults(files: Staged[]) {
  const faults = files.flatMap((file, at) =>
    'fault' in file ? [[`files[${at}]`, file.fault] as const] : [],
  )
  if (faults.length === 0) return
  const message = `${faults.map(([, fault]) => fault).join('.\n')}.`
  throw new Refusal('invalid', message, {
    errors: { files: message, ...Object.fromEntries(faults) },
  })
}

/** Treats a full disk as a refusal too, so that the page comes back with what was typed. */
function asRefusal(error: unknown) {
  const { status, body, retryAfter } = describeError(error)
  if (status !== 503) return error
  return new Refusal('unavailable', body.message, retryAfter ? { retryAfter } : {})
}

const idsOf = (files: Staged[]) => files.flatMap((file) => ('id' in file ? [file.id] : []))
