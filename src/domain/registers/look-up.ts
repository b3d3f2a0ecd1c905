import { and, eq } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import { jobs } from '#db/schema/jobs.ts'
import { type RegisterRow, registerAnswers } from '#db/schema/review.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Actor, Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  directorsOf,
  findApplication,
} from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { minutes, seconds } from '#src/domain/calendar.ts'
import { readWork } from '#src/domain/jobs/job-kinds.ts'
import {
  backoff,
  isDue,
  isHeld,
  type Job,
  markDiscarded,
  markFailed,
  markSent,
  setAside,
  settle,
  takeFirst,
} from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import { Refusal, refuseToSend } from '#src/domain/refusal.ts'
import { companyNumberKey, vatKey } from '#src/forms/fields/normalised.ts'
import {
  type RegisterName,
  registerLabels,
  registerNames,
  registerTexts,
} from '#src/forms/integrations/registers.ts'
import { askCompaniesHouse } from './companies-house.ts'
import { askHmrc, isUkVatNumber } from './hmrc.ts'
import { credentialsOf, registersSet } from './keys.ts'
import { RegisterFailure } from './register.ts'

type RegisterAnswer = {
  register: RegisterName
  isSet: boolean
  /** ISO in UTC; `null` before its first answer. */
  at: string | null
  rows: RegisterRow[]
}

export function registersOf(deps: Store, application: Application): RegisterAnswer[] {
  if (application.status === 'draft') return []
  const answers = deps.db.orm
    .select()
    .from(registerAnswers)
    .innerJoin(events, eq(events.seq, registerAnswers.event))
    .where(eq(registerAnswers.application, application.seq))
    .all()
  const set = registersSet(deps)
  return registerNames.flatMap((register): RegisterAnswer[] => {
    const answer = answers.find((row) => row.register_answers.register === register)
    const isSet = set.includes(register) && numberOf(application, register) !== null
    if (!answer) return isSet ? [{ register, isSet, at: null, rows: [] }] : []
    const { rows } = answer.register_answers
    return [{ register, isSet, at: new Date(answer.events.at).toISOString(), rows }]
  })
}

/** Returns `null` when the application has no number that the register could know. */
function numberOf({ coRegistration, vatNo }: Application, register: RegisterName) {
  const isVat = register === 'hmrc'
  const number = isVat ? vatKey(vatNo ?? '') : companyNumberKey(coRegistration ?? '')
  const isKnown = isVat ? isUkVatNumber(number) : /^[A-Z\d]{2}\d{6}$/.test(number)
  return isKnown ? number : null
}

/** Milliseconds. One look-up sends up to a dozen requests. */
const longestWait = seconds(10)

/**
 * Asks a register at once, for a person who waits. Refuses 'conflict' with the reason when the register cannot be
 * asked.
 */
export async function lookUpNow(deps: Deps, actor: Admin, id: string, register: RegisterName) {
  const application = authorize(deps, actor, 'annotate', id)
  refuseToSend(deps)
  if (application.status === 'draft' || numberOf(application, register) === null)
    throw new Refusal('conflict', registerTexts.noNumber[register])
  if (!credentialsOf(deps, register)) throw new Refusal('conflict', registerTexts.notSet)
  try {
    const rows = await askAbout(deps, application, register, AbortSignal.timeout(longestWait))
    await writable(deps)
    transact(deps, () => store(deps, actor, id, register, rows))
  } catch (error) {
    if (!(error instanceof RegisterFailure)) throw error
    const why = `${registerLabels[register]} ${registerTexts.faults[error.fault]}. Please try again later.`
    throw new Refusal('conflict', why)
  }
}

/** Queues the look-ups after a submit. Once a register has answered, only staff ask it again. */
export const registerQueue = (deps: Deps): Queue => ({
  name: 'register',
  async turn(_, stopping) {
    const job = takeFirst(deps, isDue('register', deps.now()), jobs.nextAt)
    if (!job) return false
    await doJob(deps, job, stopping)
    return true
  },
})

/** Companies House refuses all requests for five minutes once its limit is reached. */
const pause = minutes(5)

async function doJob(deps: Deps, job: Job, stopping: AbortSignal) {
  const register = readWork('register', job)?.kind
  const id = job.application
  if (!register || !id) {
    await settle(deps, () => setAside(deps, job))
    return
  }
  const application = findApplication(deps, id)
  if (numberOf(application, register) === null || !credentialsOf(deps, register)) {
    await settle(deps, () => markDiscarded(deps, job))
    return
  }
  try {
    const rows = await askAbout(deps, application, register, stopping)
    await settle(deps, () => {
      if (!isHeld(deps, job)) return
      store(deps, { kind: 'system' }, id, register, rows)
      markSent(deps, job)
    })
  } catch (error) {
    if (!(error instanceof RegisterFailure)) throw error
    if (stopping.aborted) return
    const { fault } = error
    deps.log.warn({ register, application: id, fault }, 'a register could not be asked')
    const wait = Math.max(backoff(job.attempts, Math.random()), fault === 'busy' ? pause : 0)
    const permanent = fault === 'refused'
    await settle(deps, () => markFailed(deps, job, { permanent, reason: fault, wait }))
  }
}

async function askAbout(
  deps: Deps,
  application: Application,
  register: RegisterName,
  stopping?: AbortSignal,
): Promise<RegisterRow[]> {
  const credentials = credentialsOf(deps, register)
  const number = numberOf(application, register)
  if (!credentials || number === null) throw new RegisterFailure('refused')
  const businessName = application.businessName ?? ''
  const directors = directorsOf(deps, application).map(({ name }) => name)
  const query = { number, businessName, directors }
  const rows =
    register === 'hmrc'
      ? await askHmrc(deps, credentials, query, stopping)
      : await askCompaniesHouse(deps, credentials.secret, query, stopping)
  const unknown = { label: 'Number', value: `${number} is not registered`, isOdd: true } as const
  return rows ? [{ label: 'Number', value: number }, ...rows] : [unknown]
}

/** Stores nothing once the application was erased. */
function store(deps: Deps, actor: Actor, id: string, register: RegisterName, rows: RegisterRow[]) {
  transact(deps, (tx) => {
    const { seq: application } = findApplication(tx, id)
    const { seq: event } = recordEvent(tx, actor, {
      action: 'register asked',
      application: id,
      changes: [{ field: 'register', before: null, after: registerLabels[register] }],
    })
    const row = { application, register, rows, event }
    tx.db.orm
      .delete(registerAnswers)
      .where(
        and(eq(registerAnswers.application, application), eq(registerAnswers.register, register)),
      )
      .run()
    tx.db.orm.insert(registerAnswers).values(row).run()
  })
}
