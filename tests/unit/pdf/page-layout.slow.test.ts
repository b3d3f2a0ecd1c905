import { extractText, extractTextItems, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PdfService } from '#src/pdf/process/service.ts'
import { answers } from '../../support/app/application-answers.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'
import {
  amendment,
  countersignedSample,
  decisionJson,
  flat,
  sampleSigned,
  sheetDeps,
} from '../../support/pdf/sheets.ts'

let pdf: PdfService

beforeAll(() => {
  pdf = pdfService()
})

afterAll(() => pdf.close())

test.each([1, 4, 7, 10])(
  'with %i directors puts no single row, lone signature or half of a change on a page',
  async (count) => {
    const directors = Array.from({ length: count }, (_, at) => ({ name: `N${at}.`, position: 'X' }))
    const { 1: business, 3: accounts, 4: buyer, 5: delivery } = answers
    const answered = { ...business, ...accounts, ...buyer, ...delivery, agreementDate: null }
    const specialInstructions = 'Ring the bell. '.repeat(25)
    const fields = {
      ...sampleSigned.fields,
      ...answered,
      specialInstructions,
    } as typeof sampleSigned.fields
    const events = [...Array(12).keys()].map((at) => ({
      ...amendment(`2026-10-15T10:${at + 10}:00.000Z`, 'Customer', []),
    }))
    const sheet = countersignedSample({ json: decisionJson({ fields, directors, events }) })
    const bytes = new Uint8Array(await pdf.render(sheet))
    const { text } = await extractText(await getDocumentProxy(bytes))
    const pages = text.map(flat)
    const tables = [
      ...sheet.sections.map(({ rows }) => rows.map(({ label, value }) => label + value)),
      directors.map(({ name, position }) => name + position),
      sheet.certificate?.events.map(({ at, what }) => at + what) ?? [],
    ]
    for (const table of tables)
      for (const page of pages) {
        const rows = table.filter((row) => page.includes(flat(row))).length
        if (rows > 0) expect(rows).toBeGreaterThanOrEqual(Math.min(table.length, 2))
      }
    expect(pages.filter((page) => page.includes('Whathappened'))).toEqual([
      expect.stringContaining('Certificateofdecision'),
    ])
    const listing = pages.filter((page) => page.includes('Thecustomerchangedtheapplication'))
    expect(listing).toHaveLength(2)
    for (const page of listing) expect(page).toContain('TimeEventNetworkaddress')
    const signing = pages.find((page) => page.includes('Thecustomersigned'))
    const last = `Delivery mobile ${answers[5].deliveryMobile} Changed since signing`
    expect(signing).toContain(flat(`${last} Signatures`))
    for (const { field, before, after } of sheet.amendments)
      expect(
        pages.some((page) => page.includes(flat(`Before${before}After${after}`))),
        field,
      ).toBe(true)
  },
)

test('prints the signatures level below names of any length', async () => {
  const deps = sheetDeps({ COMPANY_NAME: 'A long name '.repeat(8).trim() })
  const bytes = await pdf.render(countersignedSample({ deps }))
  const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(bytes)))
  const names = items.flat().filter(({ str }) => str === 'Name')
  expect(names.map(({ y }) => y)).toEqual([names[0]?.y, names[0]?.y])
})

test('prints a number in the head of page 1 on one line with its label', async () => {
  const deps = sheetDeps()
  const numbers = [...Array(16).keys()].map((at) => `Company number: ${at + 10_000_000}`)
  const legal = numbers.map((number, at) => `${'Lane '.repeat(at)}${number}`).join(' · ')
  const sheet = countersignedSample({ deps: { ...deps, company: { ...deps.company, legal } } })
  const bytes = new Uint8Array(await pdf.render(sheet))
  const { items } = await extractTextItems(await getDocumentProxy(bytes))
  const lines = items.flat().map(({ str }) => flat(str))
  for (const number of numbers) expect(lines).toContainEqual(expect.stringContaining(flat(number)))
})
