import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { applyByCalls, call, passwordLink } from '../calls.ts'
import type { CommonServer } from './common-server.ts'
import { newAddress } from './e2e-registration.ts'
import type { Site } from './e2e-site.ts'

/** Of every customer of these tests. */
export const password = 'four quiet copper lamps'

/** Submits an application by the calls; returns the token of the link to a first password. */
export async function invite(server: CommonServer, mainEmail: string): Promise<string> {
  await applyByCalls(server.url, { mainEmail })
  return passwordLink(server, mainEmail)
}

export type Customer = {
  /** What they sign in with. */
  email: string
  /** Reference of the application. */
  id: string
  /** Opens a page as this customer, signed in. */
  enter: (page: Page, path?: string, options?: { waitUntil: 'load' }) => Promise<unknown>
  /** Saves a section by a call of the same browser, as another tab does. */
  save: (page: Page, section: string, body: object) => Promise<void>
  /** Signs in again, after a test that has ended the session. */
  signIn: () => Promise<void>
}

/** A customer for all tests of a file, whose application is submitted; signed in once, by a call. */
export function customerOf(site: Pick<Site<CommonServer>, 'server'>): Customer {
  let session: Cookie
  const customer = {
    async enter(page, path = '/client-portal', options) {
      await page.context().addCookies([session])
      await page.goto(path, options)
    },
    async save(page, section, data) {
      const path = `${site.server.url}/api/client/application/${section}`
      const answer = await page.request.put(path, { data })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    async signIn() {
      const body = { email: customer.email, password }
      session = await signedIn(site.server, '/api/client/login', body)
    },
  } as Customer
  beforeAll(async () => {
    const { server } = site
    customer.email = newAddress()
    const { id } = await applyByCalls(server.url, { mainEmail: customer.email })
    customer.id = id
    const body = { token: passwordLink(server, customer.email), password }
    await call(server.url, 'POST', '/api/client/set-password', { body })
    await customer.signIn()
  })
  return customer
}

export type Cookie = { name: string; value: string; url: string; httpOnly: true }

/** Signs in by a call; returns the cookie, for the browsers of several tests. */
export async function signedIn({ url }: CommonServer, path: string, body: object): Promise<Cookie> {
  const { cookie } = await call(url, 'POST', path, { body })
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url, httpOnly: true }
}

/** Opens an application's document, once it is made. */
export async function openPdf({ request }: Page, id: string): Promise<Buffer> {
  const ask = () => request.get(`/api/applications/${id}/pdf`)
  await expect.poll(async () => (await ask()).status(), { timeout: 30_000 }).toBe(200)
  return (await ask()).body()
}

export const says = (page: Page, words: string) => page.getByText(words).first().waitFor()
