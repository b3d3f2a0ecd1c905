import type { Page } from 'playwright'
import type { BuiltServer } from '../built-server.ts'
import { applyByCalls } from '../calls.ts'

/** The administrator of a test's server, and the settings that make one. */
export const admin = { username: 'reviewer', password: 'brass kettle on 4 hobs' }
export const adminEnv = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password }

/** Submits an application of the made-up company by calls; its address is made from its name. Returns its id. */
export async function submitByCalls(
  { url }: Pick<BuiltServer, 'url'>,
  businessName: string,
): Promise<string> {
  const mainEmail = `office@${businessName.toLowerCase().replace(/[^a-z]+/g, '-')}.example.com`
  return (await applyByCalls(url, { businessName, mainEmail })).id
}

/** Signs in by the form and waits for the dashboard. */
export async function signIn(page: Page) {
  await page.goto('/admin')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).press('Enter')
  await page.waitForURL('**/admin/dashboard')
}

/** Signs in by a call, which leaves the page where it is. */
export async function signInByCall(page: Page) {
  const answer = await page.request.post('/api/admin/login', { data: admin })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Signs in by a call and opens a page of the back office. */
export async function openAsAdmin(page: Page, path = '/admin/dashboard') {
  await signInByCall(page)
  await page.goto(path)
}

/** All islands of the page have woken. */
export async function awake(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('island-root')].every(
      (island) => (island as HTMLElement).dataset.awake === 'true',
    ),
  )
}
