import { and, asc, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import type { Store } from '#src/deps.ts'
import { mayDo, roles } from '#src/forms/admin/roles.ts'

type Owner = { id: number; username: string }

const deciders = roles.filter((role) => mayDo(role, 'decide'))

export const possibleOwners = ({ db }: Store): Owner[] =>
  db.orm
    .select({ id: admins.id, username: admins.username })
    .from(admins)
    .where(and(isNull(admins.disabledAt), inArray(admins.role, deciders)))
    .orderBy(asc(admins.usernameKey))
    .all()

/** Returns whether nobody else could confirm what this person proposes. */
export const isDecidingAlone = (store: Store): boolean => possibleOwners(store).length < 2

export const formerOwners = ({ db }: Store): number[] =>
  db.orm
    .select({ id: admins.id })
    .from(admins)
    .where(or(isNotNull(admins.disabledAt), notInArray(admins.role, deciders)))
    .all()
    .map(({ id }) => id)

export const ownerName = (store: Store, owner: number | null): string | null =>
  owner === null ? null : (possibleOwners(store).find(({ id }) => id === owner)?.username ?? null)
