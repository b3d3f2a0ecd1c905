import { request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { and, desc, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { webhookAnswers, webhookEndpoints } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps, Store } from '#src/deps.ts'
import { days, seconds } from '#src/domain/durations.ts'
import { answerWords } from '#src/forms/integrations/integration-texts.ts'
import { readText } from '#src/forms/text.ts'
import { networkError } from '#src/mail/http.ts'
import type { Failure, Reason } from '#src/mail/mailer.ts'
import { authoritiesOf, checkEgress, egressPolicyOf } from '#src/security/egress.ts'

export type WebhookAnswer = { status: number; text: string } | { status: null; reason: Reason }

const patience = seconds(15)

/** As much as 500 characters can take. */
const mostBytes = 2000

/** Without following a redirect. The status counts, whatever becomes of the text. */
export async function postEvent(
  { env }: Store,
  address: string,
  { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<WebhookAnswer> {
  try {
    const peer = await findPeer(env, address)
    if (!peer.ok) return { status: null, reason: peer.reason }
    return await post(new URL(address), {
      body,
      options: {
        method: 'POST',
        agent: false,
        lookup: peer.lookup,
        ca: authoritiesOf(env) ?? undefined,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
    })
  } catch (error) {
    return { status: null, reason: networkError(error).reason }
  }
}

/** The rules of outgoing mail; plain HTTP only to hosts that the operator named as local. */
export async function findPeer(env: Deps['env'], address: string) {
  const { hostname, port, protocol } = new URL(address)
  const isSecure = protocol === 'https:'
  const egress = await checkEgress(
    egressPolicyOf(env),
    hostname,
    Number(port) || (isSecure ? 443 : 80),
  )
  if (!egress.ok) return egress
  if (!isSecure && !egress.local) return { ok: false, reason: 'NOT_ENCRYPTED' } as const
  return { ok: true, lookup: pinned(egress.addresses) } as const
}

/** Connects to the addresses that were checked, whatever DNS says by now. */
function pinned(addresses: string[]): NonNullable<RequestOptions['lookup']> {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [first] = all
  return (_host, options, done) =>
    options.all ? done(null, all) : done(null, first?.address ?? '', first?.family)
}

function post(
  url: URL,
  { body, options }: { body: string; options: RequestOptions & { ca: string[] | undefined } },
): Promise<WebhookAnswer> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = begin(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      const finish = () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
      }
      response.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size >= mostBytes) finish()
      })
      response.on('end', finish)
      response.on('error', finish)
    })
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy()
      resolve({ status, text: '' })
    })
    request.on('error', reject)
    // a connection may close with neither an answer nor an error
    request.on('close', () => reject(new Error('The connection was closed')))
    request.end(body)
  })
}

const mostCharacters = 500
const mostShown = 20
const retention = days(30)

export function noteAnswer(
  { db, now }: Store,
  about: { endpoint: string; job: number | null; event: string },
  answer: WebhookAnswer,
) {
  const { status } = answer
  const reason = failureOf(answer)?.reason ?? null
  const text = status === null ? '' : beginningOf(answer.text)
  db.orm
    .insert(webhookAnswers)
    .values({ ...about, at: now(), status, reason, text })
    .run()
}

export function failureOf(answer: WebhookAnswer): Failure | null {
  if (answer.status === null) return { ok: false, reason: answer.reason, permanent: false }
  const { status } = answer
  if (status >= 200 && status < 300) return null
  return { ok: false, reason: 'REJECTED', code: status, permanent: ofEvent.includes(status) }
}

/** The endpoint says that this event is at fault, so that sending it again does not help. */
const ofEvent = [400, 413, 415, 422]

export const lastAnswers = ({ db }: Store, endpoint: string) =>
  db.orm
    .select()
    .from(webhookAnswers)
    .where(eq(webhookAnswers.endpoint, endpoint))
    .orderBy(desc(webhookAnswers.id))
    .limit(mostShown)
    .all()
    .map(({ id, at, event, status, reason, text }) => ({
      id,
      at: new Date(at).toISOString(),
      event,
      status,
      reason,
      words: answerWords(status, reason),
      text,
    }))

/** Removes events and answers after 30 days, and old secrets that sign no more. */
export function removeOldWebhooks({ db, now }: Store) {
  const before = now() - retention
  db.orm.delete(webhookAnswers).where(lt(webhookAnswers.at, before)).run()
  db.orm
    .update(webhookEndpoints)
    .set({ previousSecretSealed: null, previousUntil: null })
    .where(lt(webhookEndpoints.previousUntil, now()))
    .run()
  db.orm
    .delete(jobs)
    .where(and(isNotNull(jobs.endpoint), ne(jobs.state, 'leased'), lt(jobs.createdAt, before)))
    .run()
}

const beginningOf = (text: string) =>
  readText(text.slice(0, mostCharacters), 2 * mostCharacters, true) ?? ''
