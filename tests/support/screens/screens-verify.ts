import type { Page } from 'playwright'
import { pdfOf } from '../browser/e2e-documents.ts'
import { type Scene, scene } from './scene.ts'

const issued = {
  issued: true,
  kind: 'countersigned',
  frozenAt: '2026-03-03T14:02:09Z',
  sealedAt: '2026-03-03T14:02:11Z',
  amended: false,
  superseded: false,
  erased: false,
}

/** The page for somebody who holds a document and has a doubt, in each of its outcomes. */
export const verifyScenes: Scene[] = [
  scene('verify', '/verify', (page) => unfold(page)),
  outcome('verify-issued', issued),
  outcome('verify-amended', { ...issued, kind: 'signed', amended: true }),
  outcome('verify-replaced', { ...issued, superseded: true, amended: true }),
  outcome('verify-erased', { ...issued, erased: true }),
  outcome('verify-unknown', { issued: false }),
  scene(
    'verify-offline',
    { path: '/verify', complains: /ERR_INTERNET_DISCONNECTED/ },
    async (page) => {
      await page.context().setOffline(true)
      await choose(page, pdfOf('a document'))
      await page.locator('#result .outcome').waitFor()
    },
  ),
  scene('verify-no-pdf', '/verify', async (page) => {
    await choose(page, Buffer.from('hello'))
    await page.locator('.field-error').waitFor()
  }),
  scene('verify-link', () => `/verify?sha256=${'ab'.repeat(32)}`),
  scene('verify-bad-link', { path: '/verify?sha256=hello', status: 400 }),
]

function outcome(name: string, lookup: object): Scene {
  return scene(name, '/verify', async (page) => {
    await page.route('**/api/verify/*', (route) => route.fulfill({ json: lookup }))
    await choose(page, pdfOf('a document'))
    await page.locator('#result .outcome').waitFor()
  })
}

async function choose(page: Page, buffer: Buffer) {
  await page.locator('#check[data-awake]').waitFor()
  const file = { name: 'countersigned-document.pdf', mimeType: 'application/pdf', buffer }
  await page.locator('#file').setInputFiles(file)
}

const unfold = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const each of all) each.setAttribute('open', '')
  })
