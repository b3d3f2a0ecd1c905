import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { BuiltServer } from '../built-server.ts'
import { applyByCalls, call, passwordLink } from '../calls.ts'
import { newAddress } from './e2e-registration.ts'

/** Of every customer of these tests. */
export const password = 'four quiet copper lamps'

/** Submits an application by the calls; returns the token of the link to a first password. */
export async function invite(
  server: Pick<BuiltServer, 'url' | 'dataDir'>,
  mainEmail: string,
): Promise<string> {
  await applyByCalls(server.url, { mainEmail })
  return passwordLink(server, mainEmail)
}

/** Opens the portal as a new customer, who has signed in by a call; returns the address. */
export async function enter(
  server: BuiltServer,
  page: Page,
  path = '/client-portal',
): Promise<string> {
  const email = newAddress()
  const body = { token: await invite(server, email), password }
  await call(server.url, 'POST', '/api/client/set-password', { body })
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
