import { runImport } from '#src/domain/customers/import-worker.ts'
import type { Browser } from './app/browser.ts'
import type { TestApp } from './app/test-app.ts'

const path = '/admin/customers'

/** Uploads a file as the page's form does, and waits until it is checked. */
export async function upload(app: TestApp, browser: Browser, file: string | Uint8Array) {
  const form = new FormData()
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'customers.csv')
  const request = new Response(form)
  const answer = await browser.send(path, {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: await request.arrayBuffer(),
  })
  await runImport(app.deps)
  return answer
}

/** Presses the button that imports what was checked, and waits until it is done. */
export async function importChecked(app: TestApp, browser: Browser, more = {}) {
  const answer = await act(app, browser, 'import', more)
  await runImport(app.deps)
  return answer
}

/** Presses a button of the import that is open. */
export function act(app: TestApp, browser: Browser, action: string, more = {}) {
  const id = String(importsOf(app).at(-1)?.id)
  return browser.postForm(path, { action, import: id, ...more })
}

type Row = Record<string, string | number | null>

export const importsOf = (app: TestApp) => (app.dump().customer_imports ?? []) as Row[]
export const customersOf = (app: TestApp) => (app.dump().applications ?? []) as Row[]

/** What is wrong, as "line column: message". */
export const faultsOf = (app: TestApp) =>
  ((app.dump().customer_import_faults ?? []) as Row[]).map(
    ({ line, field, message }) => `${line} ${field ?? '-'}: ${message}`,
  )
