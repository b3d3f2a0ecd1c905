import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import type { Letter } from '#src/mail/letter.ts'

/**
 * Puts a letter into the outbox, inside the transaction of the change that causes it. The same `dedupeKey` never
 * writes twice.
 */
export function enqueue({ db, now }: Deps, letter: Letter, dedupeKey: string) {
  const at = now()
  db.orm
    .insert(outbox)
    .values({
      kind: letter.kind,
      letter,
      dedupeKey,
      application: 'application' in letter ? letter.application : null,
      createdAt: at,
      nextAt: at,
    })
    .onConflictDoNothing()
    .run()
}
