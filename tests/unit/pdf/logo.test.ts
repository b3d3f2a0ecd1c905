import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, onTestFinished, test } from 'vitest'
import { documentLogo } from '#src/domain/documents/company-logo.ts'
import { logoFaults, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { newFolder } from '../../support/folder.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${content}</svg>`

test.each([
  ['fetches a picture', svg('<image href="http://example.com/a"/>')],
  ['fetches it under a prefix', '<svg:svg><svg:IMAGE href="file:///etc/passwd"/></svg:svg>'],
  ['needs a font', svg('<text>Name</text>')],
  ['is a page', '<html></html>'],
  ['is too large', svg(`<path d="${'M0 0'.repeat(200_000)}"/>`)],
])('keeps an SVG that %s out of the documents', (_, text) => {
  expect(logoOf(text)).toBeNull()
})

test('draws an SVG made of shapes as it is', () => {
  const text = svg('<circle r="4"/>')
  expect(Buffer.from(logoOf(text) ?? '', 'base64').toString()).toBe(text)
})

test('keeps a PNG that is broken or far too large out of the documents', () => {
  const png = makePng(stroke)
  expect(logoOf(png.subarray(0, -20))).toBeNull()
  expect(logoOf(Buffer.concat([png, Buffer.from('more')]))).toBeNull()
  expect(logoOf(makePng({ ...stroke, width: 2401, height: 1 }))).toBeNull()
})

test('draws an SVG in the document process, which survives one that it cannot draw', async () => {
  const pdf = pdfService()
  onTestFinished(() => pdf.close())
  await expect(pdf.logo('<svg><path')).rejects.toThrow(PdfFailed)
  const png = PNG.sync.read(Buffer.from(await pdf.logo(svg('<circle r="4"/>'))))
  expect({ width: png.width, height: png.height }).toEqual({ width: 800, height: 200 })
  const again = await pdf.logo(PNG.sync.write(png))
  expect(PNG.sync.read(Buffer.from(again)).data.equals(png.data)).toBe(true)
  await expect(pdf.logo(Buffer.from('no picture'))).rejects.toThrow(logoFaults.noPng)
})

function logoOf(content: string | Buffer): string | null {
  const file = join(newFolder(), 'logo')
  writeFileSync(file, content)
  return documentLogo({ COMPANY_LOGO: file })
}
