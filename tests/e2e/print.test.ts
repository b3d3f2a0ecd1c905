import type { Page } from 'playwright'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import builtInParts from '#src/domain/terms/built-in-terms.json' with { type: 'json' }
import { numberedTerms } from '#src/domain/terms/parse.ts'
import type { Scene } from '../support/screens/screens.ts'
import { longReason } from '../support/screens/screens-app.ts'
import { faultsOnPaper } from '../support/screens/screens-measure.ts'
import { screensSite } from '../support/screens/screens-site.ts'

const site = screensSite()

test('prints the terms as eleven headings and 51 clauses, in order, without the contents list', async () => {
  const paper = await printed({ name: 'terms', path: () => '/terms-conditions' })
  const wanted = numberedTerms(builtInParts).flatMap(({ heading, clauses }) => [
    heading,
    ...clauses.map(({ number, text }) => `${number}${text}`),
  ])
  let from = 0
  for (const text of wanted.map(bare)) {
    const at = paper.indexOf(text, from)
    expect(at, text).toBeGreaterThanOrEqual(from)
    from = at + text.length
  }
  const beforeTheFirst = paper.slice(0, paper.indexOf(bare(wanted[0] ?? '')))
  expect(beforeTheFirst).toMatch(/Supplierterms.*Version/)
  expect(beforeTheFirst).not.toContain('Communications')
})

test('prints every section and value of an application, even folded ones, and no buttons', async () => {
  const paper = await printed({
    name: 'detail',
    as: 'admin',
    path: () => `/admin/applications/${site.app.rejected.id}`,
  })
  const kept = [
    ...['Application Overview', 'Business Information', 'Contact Information'],
    ...['Accounts Information', 'Buyer Information', 'Delivery Information', 'Directors'],
    ...['Digital Signatures', 'Internal notes', 'Emails', 'Change history'],
    ...[site.app.rejected.id, site.app.rejected.email, 'Sample Director the 50th', longReason],
    ...foldedAway,
  ]
  for (const text of kept) expect(paper).toContain(bare(text))
  for (const text of ['Logout', 'Re-approve', 'Edit', 'Download', 'Back to Dashboard', 'Add Note'])
    expect(paper).not.toContain(bare(text))
})

/** Of the first save, which the history folds. */
const foldedAway = ['Company registration number: ', 'Delivery telephone: ']

/** The words of a page on A4, without any white space, as a person with a dark system prints it. */
async function printed(scene: Scene): Promise<string> {
  const { page, leave } = await site.enter(scene)
  await page.emulateMedia({ colorScheme: 'dark' })
  const sheet = await page.pdf({ format: 'A4', margin: inch(0.5) })
  expect(await faultsOf(page)).toEqual([])
  leave()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(sheet)), {
    mergePages: true,
  })
  return bare(text)
}

/** A4 less its margins is 698 CSS pixels wide. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 698, height: 1000 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  return page.evaluate(faultsOnPaper)
}

function inch(size: number) {
  const side = `${size}in`
  return { top: side, right: side, bottom: side, left: side }
}

const bare = (text: string) => text.replace(/\s+/g, '')
