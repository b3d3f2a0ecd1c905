import { and, desc, eq, lt } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import { eventsBefore } from '#src/domain/audit/events.ts'
import { isEmail } from '#src/domain/outbox/queue.ts'
import { inWords } from '#src/mail/mailer.ts'

/** How many changes, notes or emails of an application are shown at once: one that is often edited has thousands. */
export const mostShown = 50

/** Which entries to begin before, list by list, as `earlier` of the page shown names them; `null`: with the newest. */
export type TimelineCursor = Record<'history' | 'notes' | 'emails', number | null>

export const newest: TimelineCursor = { history: null, notes: null, emails: null }

type Store = Pick<Deps, 'db'>

/** What was done with an application, remarked on it and written about it, newest first; instants are ISO in UTC. */
export function timelineOf(deps: Store, id: string, from: TimelineCursor) {
  const history = historyOf(deps, id, from.history)
  const remarks = notesOf(deps, id, from.notes)
  const emails = emailsOf(deps, id, from.emails)
  return {
    history: history.shown,
    notes: remarks.shown,
    emails: emails.shown,
    earlier: { history: history.earlier, notes: remarks.earlier, emails: emails.earlier },
  }
}

/** The internal notes on an application, newest first. */
export const notesOf = ({ db }: Store, application: string, before: number | null) =>
  cut(
    db.orm
      .select()
      .from(notes)
      .where(and(eq(notes.application, application), lt(notes.id, before ?? last)))
      .orderBy(desc(notes.id))
      .limit(mostShown + 1)
      .all(),
    ({ id, at, admin, text }) => ({ id, at: instant(at), by: admin, text }),
  )

/** Who did what and when, with old and new values. */
const historyOf = (deps: Store, application: string, before: number | null) =>
  cut(
    eventsBefore(deps, application, before ?? last, mostShown + 1),
    ({ at, actorKind, actor, action, section, changes }) => ({
      at: instant(at),
      by: who[actorKind] ?? actor,
      action,
      section,
      changes: changes ?? [],
    }),
  )

/** The emails about an application and whether they have gone. */
const emailsOf = ({ db }: Store, application: string, before: number | null) =>
  cut(
    db.orm
      .select()
      .from(outbox)
      .where(and(eq(outbox.application, application), isEmail, lt(outbox.id, before ?? last)))
      .orderBy(desc(outbox.id))
      .limit(mostShown + 1)
      .all(),
    ({ kind, state, createdAt, sentAt, lastReason, attempts }) => ({
      kind,
      state,
      at: instant(sentAt ?? createdAt),
      reason: lastReason && inWords(lastReason),
      attempts,
    }),
  )

/** The rows that are shown, and where the ones before them are found: one row more was asked for than fits. */
function cut<Row extends { id: number }, Shown>(rows: Row[], show: (row: Row) => Shown) {
  const shown = rows.slice(0, mostShown)
  return {
    shown: shown.map(show),
    earlier: rows.length > mostShown ? (shown.at(-1)?.id ?? null) : null,
  }
}

const last = Number.MAX_SAFE_INTEGER

const instant = (at: number) => new Date(at).toISOString()

/** Actors that stand in the history by what they are; an administrator stands by name. */
const who: Record<string, string> = {
  applicant: 'Applicant',
  client: 'Customer',
  system: 'System',
}
