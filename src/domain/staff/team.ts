import { and, eq, max, sql } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { actionIn } from '#src/domain/audit/actions.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { instant } from '#src/domain/calendar.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import {
  endAdminSessions,
  endProviderSessions,
  openSessions,
  refuseEndedSession,
} from './admin-sessions.ts'
import {
  type AdminAccount,
  changeRole,
  disableAdmin,
  findAdmin,
  keepPassword,
  listAdmins,
  updateAdmin,
} from './admins.ts'
import { dropIdentity, identityOf } from './identities.ts'
import { providerName, usablePassword } from './identity-provider.ts'
import { storeSecondFactorRequired } from './required-second-factor.ts'

export const listTeam = (deps: Store) => listAdmins(deps).map((account) => memberOf(deps, account))

export const teamMember = (deps: Store, id: number) => memberOf(deps, findAdmin(deps, id))

function memberOf(deps: Store, account: AdminAccount) {
  const { id, username, email, role, totpSecretSealed, disabledAt, keepsPassword } = account
  const last = lastSignIn(deps, username)
  return {
    id,
    username,
    email,
    role,
    secondFactor: totpSecretSealed !== null,
    provider: providerName(deps),
    connectedAs: identityOf(deps, id)?.shownAs ?? null,
    hasPassword: usablePassword(deps, account) !== null,
    keepsPassword,
    closed: disabledAt !== null,
    lastSignIn: instant(last),
    sessions: openSessions(deps, id).length,
  }
}

export function isLastAdministrator(deps: Store, id: number): boolean {
  const open = listAdmins(deps).filter(
    ({ role, disabledAt }) => role === 'administrator' && disabledAt === null,
  )
  return open.length === 1 && open[0]?.id === id
}

/** The two conditions are literals, so that SQLite uses the index of sign-ins. */
export const lastSignIn = ({ db }: Store, username: string): number | null =>
  db.orm
    .select({ at: max(events.at) })
    .from(events)
    .where(
      and(sql.raw(`actor_kind = 'admin' and ${actionIn('signed in')}`), eq(events.actor, username)),
    )
    .get()?.at ?? null

export const changeRoleOf = (
  deps: Store,
  actor: Admin,
  { account, role }: { account: number; role: Role },
) => inTeam(deps, actor, (tx) => changeRole(tx, actor, findAdmin(tx, account).username, role))

export const closeStaffAccount = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (tx) => disableAdmin(tx, actor, findAdmin(tx, id).username))

export const reopenStaffAccount = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (tx) => {
    const { username, disabledAt } = findAdmin(tx, id)
    if (disabledAt === null) return
    updateAdmin(tx, id, { disabledAt: null })
    recordEvent(tx, actor, {
      action: 'staff account reopened',
      subject: username,
      changes: [{ field: 'account', before: 'closed', after: 'open' }],
    })
  })

/** Disconnects an account from the provider and ends the sessions that began there. A password stays. */
export const disconnectAccount = (deps: Deps, actor: Admin, id: number) =>
  inTeam(deps, actor, (tx) => {
    if (dropIdentity(tx, actor, id)) endProviderSessions(tx, actor, id)
  })

export const keepPasswordOf = (deps: Store, actor: Admin, id: number, keeps: boolean) =>
  inTeam(deps, actor, (tx) => keepPassword(tx, actor, id, keeps))

export const endSessionsOf = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (tx) => {
    const { username } = findAdmin(tx, id)
    const ended = endAdminSessions(tx, id)
    if (ended === 0) return
    recordEvent(tx, actor, {
      action: 'staff sessions ended',
      subject: username,
      changes: [{ field: 'open sessions', before: String(ended), after: '0' }],
    })
  })

export const requireSecondFactor = (deps: Store, actor: Admin, required: boolean) =>
  inTeam(deps, actor, (tx) => {
    if (required && findAdmin(tx, actor.id).totpSecretSealed === null)
      throw refusalAt('secondFactor', 'conflict', ownFirst)
    storeSecondFactorRequired(tx, actor, required)
  })

const ownFirst = 'Turn on two-step sign-in for your own account first'

export const inTeam = <D extends Store>(
  deps: D,
  actor: Admin,
  change: (deps: Writing<D>) => void,
) =>
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'team')
    change(tx)
  })
