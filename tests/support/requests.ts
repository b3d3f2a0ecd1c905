import { attachmentPieces, attachments, informationRequests } from '#db/schema/review.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import type { Browser } from './app/browser.ts'
import type { TestApp } from './app/test-app.ts'

/** Asks the customer of an application, as the form of the record does. */
export const ask = (admin: Browser, id: string, request: string) =>
  admin.postForm(`/admin/applications/${id}`, { action: 'ask', request })

type Given = { application?: string; request?: string; answer?: string; files?: File[] }

/** Answers the question that the portal shows, or the one that is named, as the portal's form does. */
export async function answer(browser: Browser, given: Given) {
  const { application, request, answer = '', files = [] } = given
  const body = new FormData()
  if (application) body.set('application', application)
  body.set('request', request ?? (await openQuestion(browser)))
  body.set('answer', answer)
  for (const file of files) body.append('files', file)
  // a browser sends the field without a file too
  if (files.length === 0) body.append('files', new File([], ''))
  // as bytes: the stream of a form throws when it is not read to its end
  const form = new Response(body)
  const headers = { 'content-type': form.headers.get('content-type') ?? '' }
  return browser.send('/client-portal', {
    method: 'POST',
    body: await form.arrayBuffer(),
    headers,
  })
}

/** The smallest PDF that passes, with some bytes in it. */
export const pdf = (name = 'accounts.pdf', inside: string | Uint8Array<ArrayBuffer> = 'x') =>
  new File(['%PDF-1.7\n', inside, '\n%%EOF\n'], name, { type: 'application/pdf' })

/** A question to an application in any status that was answered with one file, number 1 if it is the first. */
export function answeredWithFile({ deps }: TestApp, id: string) {
  const { orm } = deps.db
  const { seq } = findApplication(deps, id)
  const at = deps.now()
  const asked = { application: seq, text: 'Please send it', askedBy: 'reviewer', askedAt: at }
  const request = orm
    .insert(informationRequests)
    .values({ ...asked, answeredAt: at })
    .returning()
    .get().id
  const file = {
    request,
    name: 'a.pdf',
    kind: 'pdf',
    size: 8,
    sha256: 'ab',
    createdAt: at,
  } as const
  const attachment = orm.insert(attachments).values(file).returning().get().id
  const bytes = Buffer.from('%PDF-1.7')
  orm.insert(attachmentPieces).values({ attachment, ordinal: 0, bytes }).run()
}

async function openQuestion(browser: Browser) {
  const { text } = await browser.get('/client-portal')
  return /name="request" value="(\d+)"/.exec(text)?.[1] ?? 'none'
}

/** Leaves a file behind that no answer has, as a crash in the middle of an upload does. */
export const abandonFile = ({ deps }: TestApp, request: number) =>
  deps.db.orm
    .insert(attachments)
    .values({ request, name: '', kind: 'pdf', size: 0, sha256: '', createdAt: deps.now() })
    .run()

type Shown = {
  files: { id: number; name: string; size: number; sha256: string }[]
  answeredAt: string | null
  id: number
  text: string
  answer: string | null
}

export async function requestsOf(admin: Browser, id: string) {
  const { json } = await admin.get(`/api/applications/${id}`)
  return json?.requests as Shown[]
}
