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

test('names in Polish, Greek and Cyrillic read back exactly', async () => {
  const text = (await pagesOf(sample)).join('\n')
  for (const name of ['Tomasz Żółć', 'Παπαδόπουλος', 'Иванов']) expect(text).toContain(name)
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

test('a full application with two signatures is at most 150 KB and shows both images', async () => {
  expect(sample.length).toBeLessThanOrEqual(150_000)
  expect(
    Buffer.from(sample)
      .toString('latin1')
      .match(/\/Subtype \/Image/g),
  ).toHaveLength(2)
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

test('a draft is marked on every page and a signed application on none', async () => {
  const mark = 'DRAFT - NOT SIGNED'
  const draft = await pages(sampleSheet({ draft: true, submittedAt: null, signatures: [] }))
  expect(draft.filter((page) => page.includes(mark))).toHaveLength(draft.length)
  expect(draft[0]).toContain('Not submitted')
  expect((await pagesOf(sample)).join()).not.toContain(mark)
})

test('a current view says on every page that it is not the signed document', async () => {
  const notice = 'This is a current view, not the signed document.'
  const all = await pages(sampleSheet({ notice }))
  expect(all.filter((page) => page.includes(notice))).toHaveLength(all.length)
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
  expect((await pages(sampleSheet({ amendments: [] }))).join()).not.toContain(
    'Changes since signing',
  )
})

test('of more edits than fit, the last ones are listed and the others counted', async () => {
  const amendments = Array.from({ length: 400 }, (_, index) => ({
    ...{ at: 'Today', by: 'Client', before: 'A', after: 'B' },
    field: `Edit ${index + 1}.`,
  }))
  const text = (await pages(sampleSheet({ amendments, earlierAmendments: 1000 }))).join()
  expect(text).toContain('1250 earlier, not shown')
  expect(text).not.toContain('Edit 250.')
  expect(text).toContain('Edit 251.')
  expect(text).toContain('Edit 400.')
})

test('a path or an address in the place of a picture is neither read nor fetched', async () => {
  for (const png of ['/etc/passwd', 'http://127.0.0.1:9/a.png', 'file:///etc/passwd']) {
    const signatures = [{ caption: 'For the customer', png, lines: [] }]
    const bytes = await queue.render(sampleSheet({ signatures }))
    expect(await textOf(bytes)).toContain('For the customer')
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/Subtype /Image')
  }
})

test('letters that the fonts lack become marks and the text around them stays', async () => {
  const value =
    'start 😀 👨‍👩‍👧 中文 עברית العربية हिन्दी x\u0300\u0301\u0302\u0303\u0304\u0305 \u0000\uD800 end'
  const text = (
    await pages(sampleSheet({ title: value, directors: [{ name: value, position: value }] }))
  )[0]
  expect(text).toContain('start \uFFFD')
  expect(text).toContain('end')
})

test('long words and addresses and fifty directors wrap and keep every letter', async () => {
  const word = 'Wm'.repeat(100)
  const address = `${'Long Road '.repeat(99)}the end`
  const directors = Array.from({ length: 50 }, (_, index) => ({
    name: `${index}${word}`,
    position: word,
  }))
  const sections = [
    {
      title: 'Business',
      rows: rows([
        ['Name', word],
        ['Address', address],
      ]),
    },
  ]
  const text = flat(await pages(sampleSheet({ directors, sections, status: word })))
  expect(text).toContain(flat([address]))
  expect(text.split(word).length - 1).toBe(102)
  expect(text).not.toContain('-Wm')
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

test('text beyond all limits is cut with an ellipsis', async () => {
  const many = Array.from({ length: 260 }, (_, index): [string, string] => [`Row ${index}`, 'x'])
  const sections = [
    {
      title: 'Long',
      rows: rows([
        ['Text', 'w '.repeat(500_000)],
        ['Lines', 'l\n'.repeat(50_000)],
      ]),
    },
    { title: 'Many', rows: rows(many) },
  ]
  const text = (await pages(sampleSheet({ sections }))).join()
  expect(text).toContain('…')
  expect(text).toContain('Row 199')
  expect(text).not.toContain('Row 200')
  expect(text).toContain('60 more, not shown')
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
