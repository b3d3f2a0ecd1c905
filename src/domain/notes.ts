import { desc, eq } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import type { Deps } from '#src/deps.ts'
import { authorize } from './access.ts'
import type { Admin } from './actor.ts'

export type Note = { id: number; at: string; by: string; text: string }

/** Adds an internal note to an application; it is never in the portal, the document or a letter. */
export function addNote(deps: Deps, actor: Admin, id: string, text: string): Note[] {
  authorize(deps, actor, 'annotate', id)
  const row = { application: id, admin: actor.username, text, at: deps.now() }
  deps.db.orm.insert(notes).values(row).run()
  return notesOf(deps, id)
}

/** An application's notes, newest first; instants are ISO in UTC. */
export const notesOf = ({ db }: Pick<Deps, 'db'>, application: string): Note[] =>
  db.orm
    .select()
    .from(notes)
    .where(eq(notes.application, application))
    .orderBy(desc(notes.id))
    .all()
    .map(({ id, at, admin, text }) => ({ id, at: new Date(at).toISOString(), by: admin, text }))
