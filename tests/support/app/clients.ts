import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { jobs } from '#db/schema/jobs.ts'
import { createPasswordToken } from '#src/domain/clients/client-links.ts'
import { startClientSession } from '#src/domain/clients/client-sessions.ts'
import { clientByApplication } from '#src/domain/clients/clients.ts'
import { resolveEmailRequests } from '#src/domain/mailing/delivery.ts'
import type { Email } from '#src/mail/messages/kinds.ts'
import { submit } from './applicants.ts'
import { answers } from './application-answers.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

export const password = 'four quiet copper lamps'
export const email = answers[1].mainEmail

/** Submits an application and mints the link of its email, as the mail worker does; answers both. */
export async function invited(app: TestApp, changes: Record<string, unknown> = {}) {
  const id = await submit(app.browser(), changes)
  return { id, token: passwordToken(app, id) }
}

export const passwordToken = (app: TestApp, id: string) =>
  createPasswordToken(app.deps, clientIdOf(app, id))

function clientIdOf({ deps }: TestApp, id: string): number {
  const row = deps.db.orm.select().from(applications).where(eq(applications.id, id)).get()
  const client = row && clientByApplication(deps, row)
  if (!client) throw new Error(`There is no account for ${id}`)
  return client.id
}

/** The account of somebody who chose a password before anything was sent: no email about it waits. */
export function confirmMailbox(app: TestApp, id: string) {
  const row = { passwordHash: 'none' }
  app.deps.db.orm
    .update(clients)
    .set(row)
    .where(eq(clients.id, clientIdOf(app, id)))
    .run()
}

export async function signedIn(app: TestApp, changes: Record<string, unknown> = {}) {
  const { id, token } = await invited(app, changes)
  const browser = app.browser()
  await browser.post('/api/client/set-password', { token, password })
  await signIn(browser, String(changes.mainEmail ?? email))
  return { id, browser }
}

export async function signIn(browser: Browser, address = email) {
  const answer = await browser.post('/api/client/login', { email: address, password })
  if (answer.status !== 200)
    throw new Error(`The sign-in answered ${answer.status}: ${answer.text}`)
}

/** Asks for another sign-in address, as the portal's form does. */
export const askToMove = (browser: Browser, fields: { email?: string; password?: string }) =>
  browser.postForm('/client-portal', { action: 'move', ...fields })

/** The emails of a kind that wait once the worker has looked up who asked for a link; oldest first. */
export function emailsOf({ deps }: TestApp, kind: Email['kind']) {
  resolveEmailRequests(deps)
  return deps.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.kind, kind))
    .all()
    .map(({ data }) => data)
}

/** A browser in which the customer of a submitted application is signed in, by a session and not by the form. */
export function clientBrowser(app: TestApp, id: string): Browser {
  const browser = app.browser()
  browser.cookies.set('client', startClientSession(app.deps, clientIdOf(app, id)))
  return browser
}
