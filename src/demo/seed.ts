import { setImmediate } from 'node:timers/promises'
import { applications } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { createDraft } from '#src/domain/drafts.ts'
import { days, minutes } from '#src/domain/durations.ts'
import { submitApplication } from '#src/domain/submission.ts'
import { readOrRefuse } from '#src/http/save-request.ts'
import { hashToken } from '#src/security/tokens.ts'
import { randomFrom, sampleAnswers } from './sample-answers.ts'

const span = days(14 * 30)

/** Fills an empty database with made-up applications over 14 months, by the same verbs that the forms use. */
export async function seedApplications(deps: Deps, count = 200) {
  if (deps.db.orm.select().from(applications).limit(1).get()) return
  const random = randomFrom(7)
  const end = deps.now()
  for (let number = 1; number <= count; number += 1) {
    const at = Math.round(end - span + (span * number) / count - random() * days(2))
    apply({ ...deps, now: () => at }, number, random())
    // Drawing a name leaves native memory behind until the event loop turns.
    await setImmediate()
  }
}

/** One in eight stops half-way; the others sign and submit within the hour. */
function apply(deps: Deps, number: number, luck: number) {
  const { sections } = sampleAnswers(number)
  const actor: Applicant = {
    kind: 'applicant',
    tokenHash: null,
    address: '192.0.2.10',
    agent: 'Sample data',
  }
  const stops = luck < 0.125
  const upTo = stops ? 1 + Math.floor(luck * 32) : 5
  const given = Object.fromEntries(
    Object.entries(sections).filter(([section]) => Number(section) <= upTo),
  )
  const save = readOrRefuse({ ...given, ...(!stops && { currentSection: 4 }) })
  const { application, token } = createDraft(deps, actor, save, { token: null, retryKey: null })
  if (stops) return
  const later = { ...deps, now: () => deps.now() + minutes(25) }
  const final = readOrRefuse({
    5: { ...sections[5], agreementDate: dateIn(deps.env.APP_TIMEZONE, deps.now()) },
    status: 'submitted',
  })
  submitApplication(later, { ...actor, tokenHash: hashToken(token) }, application.id, final)
}
