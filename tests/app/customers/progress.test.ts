import { expect, test } from 'vitest'
import { runImport } from '#src/domain/customers/import-worker.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { act, upload } from '../../support/customers.ts'

const path = '/admin/customers'

test('the page of existing customers loads itself again while an import runs, and no longer', async () => {
  const app = testApp()
  const browser = await adminBrowser(app)
  const refresh = async (query = '') => (await browser.get(path + query)).headers.get('refresh')
  expect(await refresh()).toBeNull()
  await upload(app, browser, csvOf(...customerRows(8)))
  expect(await refresh()).toBeNull()
  await act(app, browser, 'import')
  expect(await refresh('?done=begun')).toBe(`10; url=${path}?looks=1`)
  expect(await refresh('?looks=1')).toBe(`10; url=${path}?looks=2`)
  const { text } = await browser.get(path)
  expect(text).toContain(`href="${path}?looks=60"`)
  expect(await refresh('?looks=60')).toBeNull()
  expect((await browser.get(`${path}?looks=60`)).text).toContain('Show Progress')
  await runImport(app.deps)
  expect(await refresh('?looks=2')).toBeNull()
  expect((await browser.get(path)).text).toContain('8 customers imported')
})
