import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyOfEnv } from '#src/domain/company/company.ts'
import { sheetCompany } from '#src/domain/documents/sheet-parts.ts'
import { logoFaults, PdfFailed } from '#src/pdf/pdf-errors.ts'
import type { PdfService } from '#src/pdf/process/service.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'
import { sampleSheet } from '../../support/pdf/pdf-sheet.ts'
import { sheetDeps } from '../../support/pdf/sealed-sheets.ts'

let pdf: PdfService

beforeAll(() => {
  pdf = pdfService()
})

afterAll(async () => {
  await pdf.close()
})

test('headings of documents take the accent colour when it can be read on white', async () => {
  expect(await textsDrawn('#ff0000', '1 0 0')).toBe(0)
  expect(await textsDrawn('#cc0000', '0.8 0 0')).toBeGreaterThan(5)
})

/** How often a colour is chosen to fill letters. */
async function textsDrawn(accent: string, colour: string) {
  const company = sheetCompany({ ...companyOfEnv(sheetDeps().env), accent }, null)
  const bytes = Buffer.from(await pdf.render(sampleSheet({ company })))
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
  await expect(pdf.logo('<svg><path')).rejects.toThrow(PdfFailed)
  const png = PNG.sync.read(Buffer.from(await pdf.logo(svg('<circle r="4"/>'))))
  expect({ width: png.width, height: png.height }).toEqual({ width: 800, height: 200 })
  const again = await pdf.logo(PNG.sync.write(png))
  expect(PNG.sync.read(Buffer.from(again)).data.equals(png.data)).toBe(true)
  await expect(pdf.logo(Buffer.from('no picture'))).rejects.toThrow(logoFaults.noPng)
})
