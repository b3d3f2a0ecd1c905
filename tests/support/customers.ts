import { importQueue } from '#src/domain/customers/import-customers.ts'
import type { Browser } from './app/browser.ts'
import type { TestApp } from './app/test-app.ts'

/** Sends a file as the page's form does: to be checked, or with `action` "import" to be imported. */
export async function upload(browser: Browser, file: string | Uint8Array, more = {}) {
  const form = new FormData()
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'customers.csv')
  for (const [name, value] of Object.entries({ action: 'check', ...more }))
    form.set(name, String(value))
  const request = new Response(form)
  const answer = await browser.send('/admin/customers', {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: await request.arrayBuffer(),
  })
  return { ...answer, text: answer.text.replaceAll('<!-- -->', '') }
}

/** Imports a file to its end; returns the page that says what came of it, or the one that refuses. */
export async function importFile(
  { deps }: TestApp,
  browser: Browser,
  file: string | Uint8Array,
  more = {},
) {
  const answer = await upload(browser, file, { action: 'import', ...more })
  if (answer.status !== 303) return answer
  while (await importQueue(deps).turn('', new AbortController().signal));
  return customersPage(browser)
}

export async function customersPage(browser: Browser) {
  const { text, ...page } = await browser.get('/admin/customers')
  return { ...page, text: text.replaceAll('<!-- -->', '') }
}

type Row = Record<string, string | number | null>

export const customersOf = (app: TestApp) => (app.dump().applications ?? []) as Row[]

/** What is wrong, as "line column: message". */
export const faultsIn = ({ text }: { text: string }) =>
  [...text.matchAll(/<tr><td class="number">(\d+)<\/td><td>([^<]*)<\/td><td>([^<]*)<\/td>/g)].map(
    ([, line, column, message]) => `${line} ${column}: ${message}`,
  )

/** What the page says of a file, such as "Rows" or "Imported". */
export const factIn = ({ text }: { text: string }, label: string) =>
  new RegExp(`<dt>${label}</dt><dd>([^<]*)`).exec(text)?.[1]
