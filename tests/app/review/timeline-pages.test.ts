import { expect, test } from 'vitest'
import { mostShown } from '#src/domain/review/record.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

type List = 'history' | 'notes' | 'emails'
type Entry = { text?: string; kind?: string; changes?: { after: string }[] }

const numbers = (most: number) => Array.from({ length: most }, (_, at) => `No ${most - at}`)

test('shows a hundred edits of an application a page at a time, newest first', async () => {
  const { admin, path } = await edited(2 * mostShown + 2)
  const pages = await pagesOf(admin, path, 'history')
  expect(pages.map((page) => page.length)).toEqual([mostShown, mostShown, expect.any(Number)])
  const buyers = pages.flat().flatMap(({ changes = [] }) => changes.map(({ after }) => after))
  expect(buyers.filter((name) => name.startsWith('No '))).toEqual(numbers(2 * mostShown + 2))
})

test('links to earlier changes and keeps the other lists as they were', async () => {
  const { admin, id } = await edited(mostShown + 2)
  const page = `/admin/applications/${id}`
  const newest = (await admin.get(page)).text
  expect(newest).toContain('No 52')
  expect(newest).not.toContain('>No 1<')
  expect(newest).not.toContain('Newest changes')
  const [, href = ''] = /href="(\?history=\d+)#history">Earlier changes/.exec(newest) ?? []
  const before = (await admin.get(page + href)).text
  expect(before).toContain('>No 1<')
  expect(before).not.toContain('Earlier changes')
  expect(before).toContain('Earlier emails')
  expect(before).toContain(`<a href="${page}#history">Newest changes</a>`)
  expect(before).not.toContain('Newest emails')
})

/** An application whose customer has saved another buyer so many times, with an email each. */
async function edited(times: number) {
  const app = testApp()
  const { browser: client, id } = await signedIn(app)
  const admin = await adminBrowser(app)
  for (let at = 1; at <= times; at++) {
    await editBuyer(client, at)
    // Without a pause, all edits would share one email.
    app.deps.db.sqlite.prepare("update jobs set state = 'sent'").run()
  }
  return { app, client, admin, id, path: `/api/applications/${id}` }
}

async function editBuyer(client: Browser, at: number) {
  const { status } = await client.put('/api/client/application/buyer', { buyerName: `No ${at}` })
  expect(status).toBe(200)
}

async function pagesOf(admin: Browser, path: string, list: List): Promise<Entry[][]> {
  const pages: Entry[][] = []
  for (let query = ''; ; ) {
    const { json } = await admin.get(path + query)
    pages.push(json?.[list] as Entry[])
    const next = (json?.earlier as Record<List, number | null> | undefined)?.[list] ?? null
    if (next === null) return pages
    query = `?${list}=${next}`
  }
}
