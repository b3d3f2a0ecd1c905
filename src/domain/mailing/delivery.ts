import { and, eq, exists, gt, inArray, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { jobs } from '#db/schema/jobs.ts'
import { emailSettings } from '#db/schema/mail.ts'
import { isBusy, transact, whenWritable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { passwordLinksFor } from '#src/domain/accounts/admin-links.ts'
import {
  applicationOfClient,
  type Client,
  clientByEmail,
  correspondentOf,
} from '#src/domain/accounts/clients.ts'
import { goesUnconfirmed } from '#src/domain/accounts/confirmed-mailbox.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import { isSealingPaused } from '#src/domain/documents/stored-documents.ts'
import { emailClient, enqueue } from '#src/domain/jobs/email-jobs.ts'
import {
  backoff,
  isDue,
  isEmail,
  isHeld,
  type Job,
  markDiscarded,
  markFailed,
  markSent,
  openStates,
  settle,
  takeFirst,
} from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import type { EmailRequest } from '#src/mail/email.ts'
import { retryWait } from '#src/mail/http.ts'
import { type Delivery, type Failure, failed, MailFault, reasonCode } from '#src/mail/mailer.ts'
import type { Email, EmailKind } from '#src/mail/messages/kinds.ts'
import { newToken } from '#src/security/tokens.ts'
import { openSender, type Sender } from './mailers.ts'
import { emailLogo, messageOf } from './message.ts'
import { isHeldBack } from './receipt-pace.ts'
import { settingsRow } from './settings.ts'

/** So many failures in a row are the provider's: all emails wait. */
const mostFailures = 3

const longestHold = minutes(5)

export function emailQueue(deps: Deps): Queue {
  let sender: Sender | null = null
  let down = { times: 0, until: 0 }
  return {
    name: 'email',
    turn,
    retryNow() {
      down = { times: 0, until: 0 }
    },
    close: () => sender?.mailer.close(),
  }

  async function turn(): Promise<boolean> {
    sender = await currentSender()
    resolveEmailRequests(deps)
    if (!sender || deps.now() < down.until) return false
    const result = await deliverNext(deps, sender, Math.random())
    if (result === 'sent') down = { times: 0, until: 0 }
    if (result === 'nothing') return false
    if (typeof result === 'string' || isReplaced(sender)) return true
    down = afterFailure(result, down.times + 1)
    return deps.now() >= down.until
  }

  function afterFailure({ reason, retryAfter }: Failure, inRow: number) {
    const times = reason === 'AUTH_FAILED' ? Math.max(inRow, mostFailures) : inRow
    const requestedWait = retryWait(retryAfter, deps.now())
    if (times < mostFailures) return { times, until: deps.now() + requestedWait }
    const hold = Math.min(backoff(times - mostFailures + 1, Math.random()), longestHold)
    return { times, until: deps.now() + Math.max(hold, requestedWait) }
  }

  async function currentSender(): Promise<Sender | null> {
    if (sender && !isReplaced(sender) && !settingsRow(deps)?.oauth365ReconnectNeeded) return sender
    sender?.mailer.close()
    return openSender(deps)
  }

  function isReplaced({ settings }: Sender): boolean {
    return settingsRow(deps)?.version !== settings.version
  }
}

/** 'failed' when the email itself is at fault, else what failed. */
type Result = 'nothing' | 'sent' | 'needless' | 'failed' | Failure

/** Leased before, marked after: a crash at any step loses nothing. */
export async function deliverNext(deps: Deps, sender: Sender, random: number): Promise<Result> {
  const job = takeEmail(deps)
  if (!job) return 'nothing'
  const delivery = await deliver(deps, job, sender)
  if (delivery === null) {
    await settle(deps, () => markDiscarded(deps, job))
    return 'needless'
  }
  if (delivery.ok) {
    if (!(await settle(deps, () => markSent(deps, job))))
      deps.log.warn({ email: job.id }, 'an email was sent past its lease')
    return 'sent'
  }
  await settle(deps, () => noteFailure(deps, job, delivery, random))
  return delivery.permanent || delivery.reason === 'NOT_WRITTEN' ? 'failed' : delivery
}

const longestForDocument = hours(1)

const isInvitation = eq(jobs.kind, 'portal-invitation')

/** It waits for its document, and for earlier emails to the same address that are due. */
export function takeEmail(deps: Deps): Job | null {
  const at = deps.now()
  const earlier = alias(jobs, 'earlier')
  const holdsUp = deps.db.orm
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.application, jobs.application),
        // by the index of applications: that of queues would read every waiting email for each of them
        sql`+${earlier.queue} = 'email'`,
        lt(earlier.id, jobs.id),
        inArray(sql`+${earlier.state}`, openStates),
        sql`${earlier.data} ->> '$.to.address' is ${jobs.data} ->> '$.to.address'`,
        sql`not (${and(inArray(earlier.kind, ['portal-invitation', 'client-edit']), gt(earlier.nextAt, at))})`,
        not(isHeldBack(deps, earlier)),
      ),
    )
  const isFree = and(
    isDue('email', at),
    not(exists(holdsUp)),
    hasDocument(deps, at),
    not(isHeldBack(deps, jobs)),
  )
  return takeFirst(deps, isFree, isInvitation, jobs.nextAt, jobs.id)
}

/** Its document is sealed, has failed for an hour, or the email goes without it. */
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

async function deliver(deps: Deps, job: Job, sender: Sender): Promise<Delivery | null> {
  try {
    const logo = await emailLogo(deps)
    await whenWritable(deps)
    if (!isHeld(deps, job)) return null
    const message = messageOf(deps, job, sender.settings, logo)
    return message && (await sender.mailer.send(message))
  } catch (err) {
    if (isBusy(err)) throw err
    deps.log.error({ err, email: job.id, kind: job.kind }, 'an email could not be written')
    return failed(new MailFault('NOT_WRITTEN'), [])
  }
}

function noteFailure(deps: Deps, job: Job, failure: Failure, random: number) {
  const { permanent, retryAfter } = failure
  const wait = Math.max(backoff(job.attempts, random), retryWait(retryAfter, deps.now()))
  const reason = reasonCode(failure)
  const state = markFailed(deps, job, { permanent, reason, wait })
  const facts = { email: job.id, kind: job.kind, reason }
  if (state === 'dead') deps.log.error(facts, 'an email has failed for good')
  else deps.log.warn(facts, 'an email could not be sent')
}

export function resolveEmailRequests(deps: Store) {
  const { orm } = deps.db
  const rows = orm
    .select()
    .from(jobs)
    .where(and(isEmail, eq(jobs.state, 'requested')))
    .all()
  if (rows.length === 0) return
  transact(deps, () => {
    for (const { id, data, createdAt } of rows) {
      const row = eq(jobs.id, id)
      const [first, ...others] = emailsFor(deps, data as EmailRequest, createdAt)
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
