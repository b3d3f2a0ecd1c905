import { and, eq } from 'drizzle-orm'
import { adminSessions } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { instant } from '#src/domain/calendar.ts'
import { endAdminSession, openSessions, refuseEndedSession } from './admin-sessions.ts'
import { findAdmin } from './admins.ts'

/** Instants are ISO in UTC. */
export const sessionsOf = (deps: Store, actor: Admin, account: number) =>
  openSessions(deps, account).map((session) => ({
    id: session.publicId,
    since: instant(session.createdAt),
    lastSeen: instant(session.lastSeenAt),
    address: session.address,
    browser: browserWords(session.browser),
    isOwn: session.tokenHash === actor.sessionHash,
  }))

export const endOwnSession = (deps: Store, actor: Admin, session: string) =>
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor)
    endSession(tx, actor, actor.id, session)
  })

export const endSessionOf = (deps: Store, actor: Admin, account: number, session: string) =>
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'team')
    endSession(tx, actor, account, session)
  })

function endSession(deps: Writing<Store>, actor: Admin, account: number, session: string) {
  const { username } = findAdmin(deps, account)
  const row = deps.db.orm
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.publicId, session), eq(adminSessions.admin, account)))
    .get()
  if (!row) return
  endAdminSession(deps, row.tokenHash)
  // the address is left out, because the values of such an event are never removed
  const before = browserWords(row.browser) ?? 'another program'
  recordEvent(deps, actor, {
    action: 'staff session ended',
    subject: username,
    changes: [{ field: 'session', before, after: null }],
  })
}

/** Returns words such as "Firefox on Windows", or `null` for other programs. */
export function browserWords(userAgent: string | null): string | null {
  const browser = nameIn(browsers, userAgent ?? '')
  const system = nameIn(systems, userAgent ?? '')
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}

const nameIn = (names: [name: string, mark: RegExp][], userAgent: string): string | null =>
  names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null

// the order matters, because most browsers also name the browsers that they imitate
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
