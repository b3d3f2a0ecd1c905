import type { Browser } from './app/browser.ts'

/** Asks the customer of an application, as the form of the record does. */
export const ask = (admin: Browser, id: string, request: string) =>
  admin.postForm(`/admin/applications/${id}`, { action: 'ask', request })

type Given = { request?: string; answer?: string }

/** Answers the question that the portal shows, or the one that is named, as the portal's form does. */
export async function answer(browser: Browser, { request, answer = '' }: Given) {
  const asked = request ?? (await openQuestion(browser))
  return browser.postForm('/client-portal', { action: 'answer', request: asked, answer })
}

async function openQuestion(browser: Browser) {
  const { text } = await browser.get('/client-portal')
  return /name="request" value="(\d+)"/.exec(text)?.[1] ?? 'none'
}

type Shown = { id: number; text: string; answer: string | null }

/** The requests in the record, newest first. */
export async function requestsOf(admin: Browser, id: string) {
  const { json } = await admin.get(`/api/applications/${id}`)
  return json?.requests as Shown[]
}
