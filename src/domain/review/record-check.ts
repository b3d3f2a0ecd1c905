import { and, eq, isNull } from 'drizzle-orm'
import type { Change } from '#db/schema/events.ts'
import { attachments, checks, fileFacts } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { provenFacts } from '#src/domain/audit/proven-facts.ts'
import { checksOf } from '#src/domain/decisions/checks.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { checkStateLabels, checkTexts } from '#src/forms/admin/checks.ts'
import type { CheckResult } from '#src/forms/admin/review-forms.ts'
import { fileLine } from '#src/forms/requests/file-lines.ts'
import { attachmentTexts } from '#src/forms/requests/requests.ts'

/**
 * Replaces the recorded result of a check, including its file. Refuses 'invalid' for a check that the application does
 * not have, 'conflict' for a draft, and 'stale' when a colleague has recorded a result since.
 */
export function recordCheck(
  deps: Deps,
  actor: Admin,
  id: string,
  { check: name, state, checkNote: note, expected, file }: CheckResult & { file: number | null },
) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'annotate', id)
    if (application.status === 'draft') throw new Refusal('conflict', checkTexts.draft)
    const before = checksOf(tx, application).find((check) => check.name === name)
    if (!before) throw refusalAt('check', 'invalid', checkTexts.unknown)
    if (before.by && before.event > expected)
      throw new Refusal('stale', checkTexts.stale(name, before.by, before.state))
    const recorded = provenFacts(tx, id).checks.find((check) => check.name === name)
    const arrived = file === null ? null : arrivedFile(tx, file)
    const { seq: event } = recordEvent(tx, actor, {
      action: 'check recorded',
      application: id,
      changes: [
        { field: 'check', before: null, after: name },
        ...changed(
          'checkState',
          checkStateLabels[recorded?.state ?? 'open'],
          checkStateLabels[state],
        ),
        ...changed('checkNote', recorded?.note ?? null, note),
        ...(arrived
          ? changed('checkFile', before.file && fileLine(before.file), fileLine(arrived))
          : []),
      ],
    })
    const row = { application: application.seq, name, state, note, event }
    const { id: recordedCheck } = tx.db.orm
      .insert(checks)
      .values(row)
      .onConflictDoUpdate({ target: [checks.application, checks.name], set: row })
      .returning({ id: checks.id })
      .get()
    if (file === null) return
    tx.db.orm.delete(attachments).where(eq(attachments.recordedCheck, recordedCheck)).run()
    tx.db.orm.update(attachments).set({ recordedCheck }).where(eq(attachments.id, file)).run()
  })
}

/** Returns the facts of a file that belongs to nothing yet. Refuses 'conflict' when the file is gone. */
function arrivedFile({ db }: Writing<Deps>, file: number) {
  const { request, recordedCheck } = attachments
  const attachment = db.orm
    .select(fileFacts)
    .from(attachments)
    .where(and(eq(attachments.id, file), isNull(request), isNull(recordedCheck)))
    .get()
  if (!attachment) throw new Refusal('conflict', attachmentTexts.gone)
  return attachment
}

const changed = (field: string, before: string | null, after: string | null): Change[] =>
  before === after ? [] : [{ field, before, after }]
