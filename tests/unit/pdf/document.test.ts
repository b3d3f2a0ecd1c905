import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extractText, extractTextItems, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import type { PdfService } from '#src/pdf/process/service.ts'
import { pdfChild, pdfService } from '../../support/pdf/pdf-child.ts'
import { rows, sampleSheet } from '../../support/pdf/pdf-sheet.ts'

let queue: PdfService
/** The document of the sample as it comes, which several tests read. */
let sample: Uint8Array

beforeAll(async () => {
  queue = pdfService()
  sample = await queue.render(sampleSheet())
})

afterAll(async () => {
  await queue.close()
})

test('every field, signature line, the terms and the evidence are in the text', async () => {
  const sheet = sampleSheet()
  const text = flat(await pagesOf(sample))
  const shown = [
    ...sheet.sections.flatMap((section) => section.rows),
    ...sheet.signatures.flatMap((signature) => signature.lines),
    ...sheet.evidence,
  ].flatMap(({ label, value }) => [label, value])
  for (const part of [
    ...shown,
    sheet.status,
    sheet.terms?.version ?? '',
    sheet.terms?.hash ?? '',
  ]) {
    expect(text).toContain(flat([part]))
  }
})

test('the document is A4 and names its title, its language and its sections', async () => {
  const sheet = sampleSheet()
  const pdf = await getDocumentProxy(new Uint8Array(sample))
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({
    Title: 'Trade account application 7K3M-Q9TX-2VHD',
    Author: 'Example Instruments Ltd',
    Language: 'en-GB',
  })
  const [x, y, width = 0, height = 0] = (await pdf.getPage(1)).view
  expect([x, y, Math.round(width), Math.round(height)]).toEqual([0, 0, 595, 842])
  const [root] = (await pdf.getOutline()) ?? []
  expect(root?.title).toBe(sheet.title)
  expect(root?.items.map(({ title }: { title: string }) => title)).toEqual([
    'Business information',
    'Accounts information',
    'Buyer information',
    'Delivery information',
    'Directors',
    'Signatures',
    'Signing evidence',
    'Changes since signing',
  ])
})

test('every page carries the reference, the company and its number among all', async () => {
  const all = await pagesOf(sample)
  expect(all.length).toBeGreaterThan(1)
  for (const [index, page] of all.entries()) {
    expect(page).toContain('Reference 7K3M-Q9TX-2VHD')
    expect(page).toContain('Example Instruments Ltd, sales@example.com')
    expect(page).toContain(`Page ${index + 1} of ${all.length}`)
  }
})

test('a draft and a current view are marked on every page, a signed application on none', async () => {
  const mark = 'DRAFT - NOT SIGNED'
  const notice = 'This is a current view, not the signed document.'
  const draft = await pages(sampleSheet({ draft: true, submittedAt: null, signatures: [], notice }))
  for (const page of draft) expect(page).toMatch(new RegExp(`${mark}.*${notice}`, 's'))
  expect(draft[0]).toContain('Not submitted')
  expect((await pagesOf(sample)).join()).not.toContain(mark)
})

test('edits after signing are marked at their field and listed on the last page', async () => {
  const all = await pagesOf(sample)
  const last = all.at(-1) ?? ''
  expect(all.slice(0, -1).join()).toContain('Changed since signing')
  for (const part of [
    'Changes since signing',
    '20 October 2026, 09:15, Client',
    'Before',
    'After',
  ]) {
    expect(last).toContain(part)
  }
  expect(last).not.toContain('Signing evidence')
  expect((await pages(sampleSheet({ earlierAmendments: 1000 }))).at(-1)).toContain(
    '1000 earlier, not shown',
  )
})

test('a path or an address in the place of a picture is neither read nor fetched', async () => {
  for (const png of ['/etc/passwd', 'http://127.0.0.1:9/a.png', 'file:///etc/passwd']) {
    const signatures = [{ caption: 'For the customer', png, lines: [] }]
    const bytes = await queue.render(sampleSheet({ signatures }))
    expect(await textOf(bytes)).toContain('For the customer')
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/Subtype /Image')
  }
})

test('a value taller than a page goes on overleaf, below the label column, and none is lost', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}.`).join('\n')
  const amendment = { at: 'Today', by: 'Client', field: 'Reason', before: lines, after: lines }
  const sections = [{ title: 'Business', rows: rows([['Address', lines]]) }]
  const sheet = sampleSheet({ sections, amendments: [amendment] })
  const pdf = await getDocumentProxy(new Uint8Array(await queue.render(sheet)))
  const placed = (await extractTextItems(pdf)).items
    .flat()
    .filter(({ str }) => str.startsWith('line '))
  expect(placed).toHaveLength(300)
  expect(new Set(placed.map(({ x }) => Math.round(x))).size).toBe(1)
  expect(placed.every(({ y }) => y > 50 && y < 800)).toBe(true)
})

test('the process ends by itself when its parent goes away', async () => {
  const orphan = fork(pdfChild(), [], { execArgv: [], env: {}, serialization: 'advanced' })
  orphan.send({ kind: 'signature', drawing: 'Tomasz Żółć' })
  await once(orphan, 'message')
  orphan.disconnect()
  expect(await once(orphan, 'exit')).toEqual([0, null])
})

const pages = async (sheet: ApplicationSheet) => pagesOf(await queue.render(sheet))

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes))
  return text
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return text
}

// Lines end where the column does: what is compared is the text without any space.
function flat(parts: string[]): string {
  return parts.join('').replace(/\s+/g, '')
}
