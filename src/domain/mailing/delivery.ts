import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isBusy } from '#db/lock.ts'
import { jobs } from '#db/schema/jobs.ts'
import { emailSettings } from '#db/schema/mail.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import {
  applicationOfClient,
  type Client,
  clientByEmail,
  correspondentOf,
} from '#src/domain/clients/clients.ts'
import { goesUnconfirmed } from '#src/domain/clients/confirmed-mailbox.ts'
import { isSealingPaused } from '#src/domain/documents/stored-documents.ts'
import { emailClient, emailFact, enqueue } from '#src/domain/jobs/email-jobs.ts'
import { readEmail, readEmailRequest } from '#src/domain/jobs/job-kinds.ts'
import {
  backoff,
  isDue,
  isEmail,
  isHeld,
  type Job,
  longestLease,
  markDiscarded,
  markFailed,
  markHandedOver,
  markSent,
  openStates,
  release,
  renewal,
  renewLease,
  setAside,
  settle,
  takeFirst,
  unconfirmedWait,
  wakeJobs,
} from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import { passwordLinksFor } from '#src/domain/staff/admin-links.ts'
import type { EmailRequest } from '#src/mail/email.ts'
import { retryWait } from '#src/mail/http.ts'
import {
  type Delivery,
  type Failure,
  failed,
  MailFault,
  reasonCode,
  type Watch,
} from '#src/mail/mailer.ts'
import type { Email, EmailKind } from '#src/mail/messages/kinds.ts'
import { newToken } from '#src/security/tokens.ts'
import { openSender, type Sender } from './mailers.ts'
import { createMessage, emailLogo } from './message.ts'
import { isHeldBack } from './receipt-pace.ts'
import { settingsRow } from './settings.ts'

/** After so many failures in a row the provider is at fault, and all emails wait. */
const mostFailures = 3

const longestHold = minutes(5)

/** How many emails are sent at once, so that a slow one does not hold up the others. */
const lanes = ['1', '2', '3', '4']

export function emailQueue(deps: Deps): Queue {
  const senders = new Map<string, Sender>()
  const conversations = new Map<string, { sender: Sender; breakOff: () => void }>()
  const underWay = new Set<number>()
  let down = goesWell()
  return {
    name: 'email',
    lanes: () => lanes,
    turn,
    retryNow() {
      down = goesWell()
      for (const { sender, breakOff } of conversations.values()) if (isReplaced(sender)) breakOff()
    },
    close() {
      for (const { mailer } of senders.values()) mailer.close()
    },
  }

  async function turn(lane: string, stopping: AbortSignal): Promise<boolean> {
    const sender = await currentSender(lane)
    resolveEmailRequests(deps)
    const before = down
    // after an outage one email is tried alone, and the others wait for its result
    const isOutage = before.times >= mostFailures
    if (!sender || deps.now() < before.until || (isOutage && before.isTried)) return false
    before.isTried = true
    const result = await converse(lane, sender, stopping).finally(() => {
      before.isTried = false
    })
    if (result === 'nothing') return false
    if (result === 'sent' || result === 'failed') {
      if (before === down && down.times > 0) endHold()
      return true
    }
    if (typeof result === 'string' || isReplaced(sender)) return true
    down = afterFailure(result, before !== down)
    return deps.now() >= down.until
  }

  async function converse(lane: string, sender: Sender, stopping: AbortSignal) {
    const broken = new AbortController()
    let mayHaveArrived = false
    const breakOff = () => mayHaveArrived || broken.abort()
    conversations.set(lane, { sender, breakOff })
    try {
      return await deliverNext(deps, sender, Math.random(), {
        underWay,
        signal: AbortSignal.any([stopping, broken.signal]),
        onHandedOver() {
          mayHaveArrived = true
        },
      })
    } finally {
      conversations.delete(lane)
    }
  }

  function endHold() {
    down = goesWell()
    wakeJobs(deps)
  }

  /** Failures at the same time count as one outage and do not make it longer. */
  function afterFailure({ reason, retryAfter }: Failure, isBesideOthers: boolean) {
    const counted = down.times + 1
    const inRow = isBesideOthers ? Math.min(counted, mostFailures) : counted
    const times = reason === 'AUTH_FAILED' ? Math.max(inRow, mostFailures) : inRow
    const requestedWait = retryWait(retryAfter, deps.now())
    const hold =
      times < mostFailures
        ? 0
        : Math.min(backoff(times - mostFailures + 1, Math.random()), longestHold)
    const until = Math.max(down.until, deps.now() + Math.max(hold, requestedWait))
    return { times, until, isTried: false }
  }

  async function currentSender(lane: string): Promise<Sender | null> {
    const sender = senders.get(lane)
    if (sender && !isReplaced(sender) && !settingsRow(deps)?.oauth365ReconnectNeeded) return sender
    sender?.mailer.close()
    senders.delete(lane)
    const fresh = await openSender(deps)
    if (fresh) senders.set(lane, fresh)
    return fresh
  }

  function isReplaced({ settings }: Sender): boolean {
    return settingsRow(deps)?.version !== settings.version
  }
}

/** Counts the provider's failures in a row, until when all emails wait, and whether one is being tried alone. */
const goesWell = () => ({ times: 0, until: 0, isTried: false })

/**
 * 'failed' when the email itself is at fault, 'broken off' by a stop, changed settings or a discard, otherwise the
 * failure of the provider.
 */
type Result = 'nothing' | 'sent' | 'needless' | 'not written' | 'failed' | 'broken off' | Failure

/** Sends one email. The job is leased before and marked after, so a crash at any step loses nothing. */
export async function deliverNext(
  deps: Deps,
  sender: Sender,
  random: number,
  { underWay = new Set(), ...watch }: Watch & { underWay?: Set<number> } = {},
): Promise<Result> {
  const job = takeEmail(deps, underWay)
  if (!job) return 'nothing'
  underWay.add(job.id)
  try {
    return await send(deps, job, sender, { random, watch })
  } finally {
    underWay.delete(job.id)
  }
}

async function send(
  deps: Deps,
  job: Job,
  sender: Sender,
  { random, watch }: { random: number; watch: Watch },
): Promise<Result> {
  if (!readEmail(job)) {
    await settle(deps, () => setAside(deps, job))
    return 'not written'
  }
  const held = holdLease(deps, job, watch)
  const delivery = await deliver(deps, job, sender, held.watch).finally(held.end)
  if (delivery === null) {
    await settle(deps, () => markDiscarded(deps, job))
    return 'needless'
  }
  if (delivery.ok) {
    if (!(await settle(deps, () => markSent(deps, job))))
      deps.log.warn({ email: job.id }, 'an email was sent past its lease')
    return 'sent'
  }
  if (held.watch.signal.aborted && delivery.reason !== 'UNCONFIRMED') {
    await settle(deps, () => release(deps, job, 0))
    return 'broken off'
  }
  await settle(deps, () => noteFailure(deps, job, delivery, random))
  if (delivery.reason === 'NOT_WRITTEN') return 'not written'
  return delivery.isOfEmail ? 'failed' : delivery
}

/** Renews the lease while an email is sent, and breaks off when the job was cancelled or erased. */
function holdLease(deps: Deps, job: Job, { signal, onHandedOver }: Watch) {
  const lost = new AbortController()
  let isHandedOver = false
  const timer = setInterval(() => {
    write((tx) => {
      if (!renewLease(tx, job) && !isHandedOver) lost.abort()
    })
  }, renewal)
  timer.unref()
  return {
    watch: {
      signal: AbortSignal.any(signal ? [signal, lost.signal] : [lost.signal]),
      onHandedOver() {
        isHandedOver = true
        write((tx) => markHandedOver(tx, job))
        onHandedOver?.()
      },
    },
    end: () => clearInterval(timer),
  }

  function write(change: (tx: Writing<Deps>) => void) {
    writable(deps)
      .then(() => transact(deps, change))
      .catch((err) =>
        deps.log.warn({ err, email: job.id }, 'the lease of an email could not be renewed'),
      )
  }
}

const longestForDocument = hours(1)

const isInvitation = eq(jobs.kind, 'portal-invitation')

/**
 * Leases the next email that can be sent now, or returns `null`. An email waits for its document, for earlier emails of its
 * application to the same address, and for any email that is being sent to that address. Emails `underWay` in this
 * process count as being sent even if the clock says that their lease is over.
 */
export function takeEmail(deps: Deps, underWay: Iterable<number> = []): Job | null {
  const at = deps.now()
  const isFree = and(
    isDue('email', at),
    notInArray(jobs.id, [...underWay]),
    not(exists(earlierOfApplication(deps, at))),
    not(exists(leasedForAddress(deps, at))),
    hasDocument(deps, at),
    not(isHeldBack(deps, jobs)),
  )
  return takeFirst(deps, isFree, isInvitation, jobs.nextAt, jobs.id)
}

const earlier = alias(jobs, 'earlier')

/** Emails to the accounts team store no address. */
const hasSameAddress = sql`lower(${emailFact(earlier.data, '$.to.address')})
  is lower(${emailFact(jobs.data, '$.to.address')})`

const earlierOfApplication = (deps: Deps, at: number) =>
  deps.db.orm
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.application, jobs.application),
        // this uses the index on applications, because the index on queues would read every waiting email each time
        sql`+${earlier.queue} = 'email'`,
        lt(earlier.id, jobs.id),
        inArray(sql`+${earlier.state}`, openStates),
        hasSameAddress,
        sql`not (${and(inArray(earlier.kind, ['portal-invitation', 'client-edit']), gt(earlier.nextAt, at))})`,
        not(isHeldBack(deps, earlier)),
      ),
    )

const leasedForAddress = ({ db }: Deps, at: number) =>
  db.orm
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.queue, 'email'),
        eq(earlier.state, 'leased'),
        ne(earlier.id, jobs.id),
        gt(earlier.leasedUntil, at),
        lte(earlier.leasedUntil, at + longestLease),
        hasSameAddress,
      ),
    )

/**
 * Returns the condition that an email has its document, or that its document failed for an hour and the email is sent
 * without it.
 */
function hasDocument(deps: Deps, at: number) {
  const making = alias(jobs, 'making')
  const unsealed = (more: SQL | undefined) =>
    exists(
      deps.db.orm
        .select({ id: making.id })
        .from(making)
        .where(
          and(eq(making.application, jobs.application), sql`+${making.queue} = 'document'`, more),
        ),
    )
  const goesWithout = deps.db.orm
    .select({ id: emailSettings.id })
    .from(emailSettings)
    .where(and(eq(emailSettings.id, 1), eq(emailSettings.attachDocuments, false)))
  return or(
    not(unsealed(eq(making.document, jobs.document))),
    exists(goesWithout),
    goesUnconfirmed(deps, jobs),
    and(
      lte(jobs.createdAt, at - longestForDocument),
      isSealingPaused(deps)
        ? undefined
        : unsealed(and(gt(making.attempts, 0), gt(making.nextAt, at))),
    ),
  )
}

async function deliver(
  deps: Deps,
  job: Job,
  sender: Sender,
  watch: Watch,
): Promise<Delivery | null> {
  try {
    const logo = await emailLogo(deps)
    await writable(deps)
    if (!isHeld(deps, job)) return null
    const message = createMessage(deps, job, sender.settings, logo)
    return message && (await sender.mailer.send(message, watch))
  } catch (err) {
    if (isBusy(err)) throw err
    deps.log.error({ err, email: job.id, kind: job.kind }, 'an email could not be written')
    return failed(new MailFault('NOT_WRITTEN'), [])
  }
}

function noteFailure(deps: Deps, job: Job, failure: Failure, random: number) {
  const { permanent, retryAfter } = failure
  const wait = Math.max(
    backoff(job.attempts, random),
    retryWait(retryAfter, deps.now()),
    failure.reason === 'UNCONFIRMED' ? unconfirmedWait : 0,
  )
  const reason = reasonCode(failure)
  const state = markFailed(deps, job, { permanent, reason, wait })
  const facts = { email: job.id, kind: job.kind, reason }
  if (state === 'dead') deps.log.error(facts, 'an email has failed for good')
  else deps.log.warn(facts, 'an email could not be sent')
}

export function resolveEmailRequests(deps: Deps) {
  const { orm } = deps.db
  const rows = orm
    .select()
    .from(jobs)
    .where(and(isEmail, eq(jobs.state, 'requested')))
    .all()
  if (rows.length === 0) return
  transact(deps, () => {
    for (const job of rows) {
      const row = eq(jobs.id, job.id)
      const request = readEmailRequest(job)
      if (!request) {
        setAside(deps, job)
        continue
      }
      const [first, ...others] = emailsFor(deps, request, job.createdAt)
      if (!first) orm.delete(jobs).where(row).run()
      else
        orm.update(jobs).set({ state: 'waiting', kind: first.kind, data: first }).where(row).run()
      for (const email of others) enqueue(deps, email, `requested|${newToken()}`)
    }
  })
}

function emailsFor(deps: Store, { kind, to }: EmailRequest, at: number): Email[] {
  if (kind === 'staff-link-request') return passwordLinksFor(deps, to.address)
  const client = clientByEmail(deps, to.address)
  if (!client) return []
  const email = {
    to: correspondentOf(client, applicationOfClient(deps, client)),
    client: client.id,
  }
  if (kind === 'link-request') return [{ kind: 'set-password', ...email }]
  return isToldSince(deps, client, at - days(1)) ? [] : [{ kind: 'sign-in-paused', ...email }]
}

const isToldSince = ({ db }: Store, { id }: Client, since: number) =>
  db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.application),
        eq(jobs.kind, 'sign-in-paused' satisfies EmailKind),
        gt(jobs.createdAt, since),
        eq(emailClient, id),
      ),
    )
    .get() !== undefined
