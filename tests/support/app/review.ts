import { adminBrowser } from './admins.ts'
import { submit } from './applicants.ts'
import { type TestAppOptions, testApp } from './test-app.ts'

/** An app with one submitted application, and the browser of the administrator who reviews it. */
export async function review(changes: Record<string, unknown> = {}, options: TestAppOptions = {}) {
  const app = testApp(options)
  const id = await submit(app.browser(), changes)
  const admin = await adminBrowser(app)
  return { app, id, admin, api: `/api/applications/${id}`, page: `/admin/applications/${id}` }
}
