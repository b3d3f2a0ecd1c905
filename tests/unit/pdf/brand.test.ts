import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyOfEnv } from '#src/domain/company/company.ts'
import { sheetCompany } from '#src/domain/documents/sheet-company.ts'
import { logoFaults, PdfFailed } from '#src/pdf/pdf-errors.ts'
import type { PdfQueue } from '#src/pdf/process/queue.ts'
import { pdfQueue } from '../../support/pdf/pdf-child.ts'
import { sampleSheet } from '../../support/pdf/pdf-sheet.ts'
import { sheetDeps } from '../../support/pdf/sealed-sheets.ts'

let queue: PdfQueue

beforeAll(() => {
  queue = pdfQueue()
})

afterAll(async () => {
  await queue.close()
})

test('headings of documents take the accent colour when it can be read on white', async () => {
  expect(await textsDrawn('#ff0000', '1 0 0')).toBe(0)
  expect(await textsDrawn('#cc0000', '0.8 0 0')).toBeGreaterThan(5)
})

/** How often a colour is chosen to fill letters. */
async function textsDrawn(accent: string, colour: string) {
  const company = sheetCompany({ ...companyOfEnv(sheetDeps().env), accent }, null)
  const bytes = Buffer.from(await queue.render(sampleSheet({ company })))
  return contentsOf(bytes).split(`\n${colour} scn`).length - 1
}

/** What the pages draw. */
function contentsOf(pdf: Buffer) {
  let contents = ''
  for (let at = pdf.indexOf('\nstream\n'); at >= 0; at = pdf.indexOf('\nstream\n', at + 8)) {
    try {
      const content = inflateSync(pdf.subarray(at + 8)).toString('latin1')
      if (content.includes(' Tf\n')) contents += content
    } catch {}
  }
  return contents
}

test('the document process draws an SVG, and lives on after one that it cannot draw', async () => {
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${content}</svg>`
  await expect(queue.logo('<svg><path')).rejects.toThrow(PdfFailed)
  const png = PNG.sync.read(Buffer.from(await queue.logo(svg('<circle r="4"/>'))))
  expect({ width: png.width, height: png.height }).toEqual({ width: 800, height: 200 })
  const again = await queue.logo(PNG.sync.write(png))
  expect(PNG.sync.read(Buffer.from(again)).data.equals(png.data)).toBe(true)
  await expect(queue.logo(Buffer.from('no picture'))).rejects.toThrow(logoFaults.noPng)
})
