import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { finalSave } from '../app/application-answers.ts'
import type { BuiltServer } from '../built-server.ts'
import { newAddress } from './e2e-registration.ts'

/** Of every customer of these tests. */
export const password = 'four quiet copper lamps'

/** Submits an application by the calls, and writes the link's token as the mail worker does. */
export async function invite(
  server: Pick<BuiltServer, 'url' | 'dataDir'>,
  mainEmail: string,
): Promise<string> {
  const { status, submittedAt, ...draft } = finalSave({ mainEmail })
  const made = await send(server, 'POST', '/api/applications', draft)
  const { id } = (await made.json()) as { id: string }
  const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await send(server, 'PUT', `/api/applications/${id}`, { ...draft, status, submittedAt }, cookie)
  const token = newToken()
  const db = new Database(`${server.dataDir}/countersign.db`)
  db.prepare(
    'insert into password_tokens (client, token_hash, expires_at) select id, ?, ? from clients where email = ?',
  ).run(hashToken(token), Date.now() + 60_000, mainEmail)
  db.close()
  return token
}

/** Opens the portal as a new customer, who has signed in by a call; returns the address. */
export async function enter(
  server: BuiltServer,
  page: Page,
  path = '/client-portal',
): Promise<string> {
  const email = newAddress()
  await send(server, 'POST', '/api/client/set-password', {
    token: await invite(server, email),
    password,
  })
  const answer = await page.request.post('/api/client/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(await answer.text())
  await page.goto(path)
  return email
}

/** Opens an application's document, again when the server has too much to do just now. */
export async function openPdf({ request }: Page, id: string): Promise<Buffer> {
  for (let tries = 0; tries < 5; tries++) {
    const answer = await request.get(`/api/applications/${id}/pdf`)
    if (answer.status() !== 503) expect(answer.status()).toBe(200)
    if (answer.ok()) return answer.body()
  }
  throw new Error('The document was refused five times')
}

/** Waits until the page shows the words. */
export const says = (page: Page, words: string) => page.getByText(words).first().waitFor()

const send = (
  { url }: Pick<BuiltServer, 'url'>,
  method: string,
  path: string,
  body: unknown,
  cookie = '',
) =>
  fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
