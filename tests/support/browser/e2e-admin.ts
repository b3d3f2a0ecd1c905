import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { finalSave } from '../app/application-answers.ts'
import type { BuiltServer } from '../built-server.ts'
import { applyByCalls, call } from '../calls.ts'

/** The administrator of a test's server, and the settings that make one. */
export const admin = { username: 'reviewer', password: 'brass kettle on 4 hobs' }
export const adminEnv = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password }

/** Submits an application of the made-up company by calls; its address is made from its name. Returns its id. */
export async function submitByCalls(
  { url }: Pick<BuiltServer, 'url'>,
  businessName: string,
): Promise<string> {
  return (await applyByCalls(url, { businessName, mainEmail: addressOf(businessName) })).id
}

/** Makes an application that waits for a decision. It was never signed, so the server makes no document of it. */
export async function plantApplication(
  { url, dataDir }: Pick<BuiltServer, 'url' | 'dataDir'>,
  businessName: string,
  mainEmail = addressOf(businessName),
): Promise<string> {
  const save = finalSave({ businessName, mainEmail })
  const { status: _, submittedAt: __, ...draft } = save
  const { text } = await call(url, 'POST', '/api/applications', { body: draft })
  const { id }: { id: string } = JSON.parse(text)
  const db = new Database(`${dataDir}/countersign.db`)
  db.prepare(
    "update applications set status = 'submitted', submitted_at = updated_at where id = ?",
  ).run(id)
  db.prepare(
    `insert into clients (application, email, email_key, created_at)
     select seq, main_email, main_email_key, created_at from applications where id = ?`,
  ).run(id)
  db.close()
  return id
}

/** A label of a domain has at most 63 letters. */
const addressOf = (businessName: string) =>
  `office@${businessName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/-$/, '')}.example.com`

export async function signIn(page: Page) {
  await page.goto('/admin')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).press('Enter')
  await page.waitForURL('**/admin/dashboard')
}

/** Makes a colleague of the administrator, with the same password; an administrator too unless a role is given. */
export function addColleague({ dataDir }: Pick<BuiltServer, 'dataDir'>, name: string, role = '') {
  const db = new Database(`${dataDir}/countersign.db`)
  db.prepare(
    `insert into admins (username, username_key, password_hash, role, created_at)
     select ?, ?, password_hash, coalesce(nullif(?, ''), role), created_at from admins
     where username = ?`,
  ).run(name, name, role, admin.username)
  db.close()
}

export async function signInByCall(page: Page, username = admin.username) {
  const data = { ...admin, username }
  const answer = await page.request.post('/api/admin/login', { data })
  if (!answer.ok()) throw new Error(await answer.text())
}
