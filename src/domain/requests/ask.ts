import { informationRequests } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { clientOf, openAccount } from '#src/domain/accounts/clients.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { requestTexts } from '#src/forms/requests/requests.ts'
import { closeOpenRequest, type InformationRequest, openRequestOf, requestKey } from './requests.ts'

/**
 * Asks the customer of a submitted application for what is missing and queues the email. Refuses 'conflict' in any
 * other status, and while an earlier request is open (rules 120 and 121).
 */
export function askForInformation(deps: Deps, actor: Admin, id: string, text: string) {
  transact(deps, (deps) => {
    const application = authorize(deps, actor, 'annotate', id)
    const { seq, status, mainEmail } = application
    if (status !== 'submitted') throw cannotAsk(requestTexts.notSubmitted)
    if (openRequestOf(deps, application)) throw cannotAsk(requestTexts.alreadyOpen)
    if (!mainEmail) throw cannotAsk(requestTexts.noAddress)
    const row = { application: seq, text, askedBy: actor.username, askedAt: deps.now() }
    const request = deps.db.orm.insert(informationRequests).values(row).returning().get()
    recordEvent(deps, actor, { action: 'information requested', application: id })
    emailRequest(deps, 'information-request', application, request, requestKey(request.id))
  })
}

const cannotAsk = (message: string) => refusalAt('request', 'conflict', message)

/** Withdraws a request; refuses 'conflict' when it was answered or ended meanwhile. */
export function withdrawRequest(deps: Deps, actor: Admin, id: string, request: number) {
  transact(deps, (deps) => {
    const application = authorize(deps, actor, 'annotate', id)
    if (!closeOpenRequest(deps, application, request))
      throw new Refusal('conflict', requestTexts.notOpen)
    recordEvent(deps, actor, { action: 'information request withdrawn', application: id })
  })
}

/** Queues an email about a request, under a key that keeps it from going twice; opens the account if there is none. */
export function emailRequest(
  deps: Writing<Deps>,
  kind: 'information-request' | 'information-reminder',
  application: Application,
  { id: request, text }: InformationRequest,
  key: string,
) {
  const client = clientOf(deps, application) ?? openAccount(deps, application)
  const businessName = application.businessName ?? ''
  const to = { name: businessName, address: application.mainEmail ?? '' }
  const about = { application: application.id, businessName, to, client: client.id }
  enqueue(deps, { kind, ...about, request, text }, key)
}
