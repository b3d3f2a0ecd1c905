import type { Readable } from 'node:stream'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { Admin, ClientActor } from '#src/domain/actor.ts'
import { refuseFilesWhenFull } from '#src/domain/disk-space.ts'
import { answerRequest, dropStaged, type Staged, stageFile } from '#src/domain/portal/answers.ts'
import { openRequestOf } from '#src/domain/portal/requests.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { recordCheck } from '#src/domain/review/record-check.ts'
import { checkResult, checkTexts } from '#src/forms/admin/checks.ts'
import {
  attachmentLimits,
  attachmentTexts,
  requestAnswer,
  requestTexts,
} from '#src/forms/requests/requests.ts'
import type { Ctx } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { readMultipart } from './multipart.ts'

const framing = 128 * 1024

const atOnce = 2

/** `form` gets the texts even when it fails. Refuses 'invalid', 'conflict' and 'too-many'. */
export async function takeAnswer(c: Ctx, client: ClientActor, form: URLSearchParams) {
  const { deps } = c.var
  const files = await readInTurn(c, client, form)
  try {
    answerRequest(deps, client, { ...checkForm(requestAnswer, form), files })
  } catch (error) {
    dropStaged(deps, files)
    throw error
  }
}

export async function takeCheck(c: Ctx, admin: Admin, id: string, form: URLSearchParams) {
  const { deps } = c.var
  const files = await readFiles(c, null, form)
  try {
    const [file = null, ...more] = files
    if (more.length > 0) throw refusalAt('files', 'invalid', checkTexts.oneFile)
    recordCheck(deps, admin, id, { ...checkForm(checkResult, form), file })
  } catch (error) {
    dropStaged(deps, files)
    throw error
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

/** The open request, or why nothing can be answered now: thrown at the first file, after the texts. */
async function requestToAnswer(c: Ctx, client: ClientActor): Promise<number | Refusal> {
  const { deps } = c.var
  try {
    await limit(c, 'answer', String(client.id))
    refuseFilesWhenFull(deps, Number(c.req.header('content-length')) || 0)
    const open = openRequestOf(deps, applicationOfClient(deps, client))
    return open?.id ?? new Refusal('conflict', requestTexts.closed)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const tooManyAtOnce = () => new Refusal('too-many', attachmentTexts.atOnce, { retryAfter: 60 })

async function readFiles(
  c: Ctx,
  request: number | null | Refusal,
  form: URLSearchParams,
): Promise<number[]> {
  const { deps } = c.var
  const streams: Readable[] = []
  const staged: Promise<Staged>[] = []
  const take = (stream: Readable, name: string) => {
    streams.push(stream)
    if (request instanceof Refusal) throw request
    if (streams.length > attachmentLimits.files)
      throw refusalAt('files', 'invalid', attachmentTexts.tooMany)
    if (name === '') return stream.resume()
    // destroyed, the stream would hold up the rest of the form
    const file = stageFile(deps, request, name, stream.iterator({ destroyOnReturn: false }))
    file.catch(() => stream.resume())
    staged.push(file)
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
      tooLarge: refusalAt('files', 'too-large', attachmentTexts.all),
      onFile: take,
      onField: (name, value) => form.append(name, value),
    })
    if (request instanceof Refusal) throw request
    const files = await Promise.all(staged)
    const faults = files.flatMap((file) => ('fault' in file ? [file.fault] : []))
    if (faults.length > 0) throw refusalAt('files', 'invalid', `${faults.join('. ')}.`)
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

/** A full disk, too, brings the page back with what was typed. */
function asRefusal(error: unknown) {
  const { status, body, retryAfter } = describeError(error)
  if (status !== 503) return error
  return new Refusal('unavailable', body.message, retryAfter ? { retryAfter } : {})
}

const idsOf = (files: Staged[]) => files.flatMap((file) => ('id' in file ? [file.id] : []))
