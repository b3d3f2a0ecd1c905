import { createHash } from 'node:crypto'
import { extractText, extractTextItems, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import type { PdfService } from '#src/pdf/process/service.ts'
import { decisionJson, sampleSeal, sampleSigned, signedJson } from '../../support/pdf/frozen.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'
import {
  countersignedSample,
  sheetDeps,
  signedInside,
  signedSample,
} from '../../support/pdf/sealed-sheets.ts'

let pdf: PdfService
/** Both documents as they come, which several tests read. */
let signed: Uint8Array
let countersigned: Uint8Array

beforeAll(async () => {
  pdf = pdfService()
  signed = await pdf.render(signedSample())
  countersigned = await pdf.render(countersignedSample())
})

afterAll(async () => {
  await pdf.close()
})

describe('a signed document', () => {
  test('ends with one page that says who signed what, when, from where, how and to which terms', async () => {
    const { pages } = await read(signed)
    expect(pages).toHaveLength(3)
    expect(pages.map((page) => page.includes('Certificateofsignature'))).toEqual([
      false,
      false,
      true,
    ])
    expectOn(pages.at(-1), [
      'Sample Calibration Works Ltd',
      'Signed as: Managing director. Main email: office@sample-calibration.example.com',
      'Trade account application 7K3M-Q9TX-2VHD',
      '14 October 2026 at 10:42:07 BST',
      '14 October 2026 at 09:42:07 UTC, by the server’s clock',
      'Network address 192.0.2.10',
      sampleSigned.from.agent,
      'Drawn on screen',
      'Supplier terms, version 2026-01',
      sampleSigned.terms.sha256.toUpperCase(),
    ])
  })

  test('prints the hash of its data, its place in the history, the seal and how to check all of it', async () => {
    const json = signedJson()
    const { pages } = await read(signed)
    const { hash } = sampleSigned.history
    expectOn(pages.at(-1), [
      createHash('sha256').update(json).digest('hex').toUpperCase(),
      `Witness 1,204 · ${hash.slice(0, 8).toUpperCase()}`,
      hash.toUpperCase(),
      sampleSeal().fingerprint.toUpperCase(),
      'Made by this installation for Example Instruments Ltd',
      'Open https://trade.example.com/verify and choose the file',
      'pdfsig FILE.pdf',
      'openssl dgst -sha256 application.json',
      'nobody’s identity was checked',
      'PDF readers call it unknown',
    ])
    expect(pages.at(-1)).not.toContain(flat('typeface'))
  })

  test('sets a hash in groups of four, eight on a line, each below another', async () => {
    const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(signed)))
    const groups = (items.at(-1) ?? []).filter(({ str }) => /^[0-9A-F]{4}$/.test(str))
    expect(groups).toHaveLength(4 * 16)
    expect(new Set(groups.map(({ x }) => Math.round(x))).size).toBe(8)
    expect(new Set(groups.map(({ y }) => Math.round(y))).size).toBe(8)
  })

  test('shows the frozen answers, the image twice and its name in the title', async () => {
    const { pages, images, title } = await read(signed)
    expect(title).toBe('Signed document 7K3M-Q9TX-2VHD: Sample Calibration Works Ltd')
    expectOn(pages.join(''), ['Signed document', 'Credit account', 'Tomasz Żółć'])
    expect(images).toBe(2)
    expect(pages.join('')).not.toContain(flat('current view'))
  })

  test.each([
    ['typed', 'Ada Ż. Sample', true, 'Typed name: Ada Ż. Sample', 'the server drew the image'],
    ['drawn', null, false, 'Blank signature image', 'no line can be seen in it'],
  ] as const)('says plainly how it was signed: %s', async (kind, typedName, hasInk, how, more) => {
    const signature = { kind, typedName, hasInk, sha256: 'ab'.repeat(32) }
    const { pages } = await printed(signedSample({ json: signedJson({ signature }) }))
    expectOn(pages.at(-1), [how, more])
    expect(pages.at(-1)).not.toContain(flat('Drawn on screen'))
  })

  test('names the supplier’s time zone and who vouches for a bought certificate', async () => {
    const deps = sheetDeps({ APP_TIMEZONE: 'America/New_York' })
    const { pages } = await printed(signedSample({ deps, seal: sampleSeal('issued') }))
    expectOn(pages.at(-1), [
      '14 October 2026 at 05:42:07 GMT-4',
      '14 October 2026 at 09:42:07 UTC',
      'Example Instruments Ltd, issued by Sample Trust Services CA',
      'vouched for by Sample Trust Services CA',
    ])
  })
})

describe('a countersigned document', () => {
  test('says what was decided, by whom and when, and carries both signatures', async () => {
    const { pages, images, title } = await read(countersigned)
    expect(title).toBe('Countersigned document 7K3M-Q9TX-2VHD: Sample Calibration Works Ltd')
    expectOn(pages[0], ['Decision', 'Approved', '16 October 2026', 'Dee Sampler', 'CAL-042'])
    expectOn(pages.join(''), ['For the customer', 'For the supplier'])
    expect(images).toBe(3)
    expectOn(pages.at(-1), [
      'Certificate of decision',
      'Approved: trade account application 7K3M-Q9TX-2VHD',
      'Customer code: CAL-042',
      '16 October 2026 at 15:05:31 BST',
      'The signature is the one kept on this account',
      'Nothing',
      'signed.pdf',
      'its own seal of 14 October 2026 at 10:42:12 BST',
      signedInside.sha256.toUpperCase(),
      createHash('sha256').update(decisionJson()).digest('hex').toUpperCase(),
      'openssl dgst -sha256 decision.json',
      'the account that was signed in, not the person',
    ])
    expect(pages.join('')).not.toContain(flat('Changes between'))
  })

  test('lists what changed between signing and decision, and keeps a long reason off the certificate', async () => {
    const reason = `${'No references. '.repeat(130)}The end.`
    const json = decisionJson({
      ...{ decision: 'rejected', customerCode: null, reason, signature: null },
      fields: { ...sampleSigned.fields, deliveryAddress: 'Elsewhere\nFarther', poMandatory: false },
      directors: sampleSigned.directors.slice(1),
    })
    const { pages } = await printed(countersignedSample({ json, png: null }))
    expectOn(pages.slice(0, -1).join(''), [
      reason,
      'Removed since signing',
      'Changes between signing and decision',
      'Before Goods In, Unit 5, Test Park 12 Example Road Sampleford After Elsewhere Farther',
      'Before Yes After No',
    ])
    expectOn(pages.at(-1), [
      'Rejected: trade account application',
      '(in full on the first page)',
      '2 answers and the directors',
      'This account keeps no signature',
    ])
    expect(pages.at(-1)).not.toContain(flat('The end.'))
  })
})

test('names in any script, endless words and fifty directors break nothing', async () => {
  const wild = 'Ünï 中文 עברית العربية 😀 हिन्दी'
  const word = 'Wm'.repeat(80)
  const agent = `${'Mozilla/5.0 '.repeat(41)}the end`
  const json = signedJson({
    fields: {
      ...sampleSigned.fields,
      businessName: `${wild} ${word}`.slice(0, 160),
      businessAddress: `${'Long Road\n'.repeat(40)}${'Lane '.repeat(119)}the last`,
      position: `${wild} ${word}`,
      mainEmail: `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
    },
    directors: Array.from({ length: 50 }, (_, at) => ({ name: `${at} ${wild}`, position: word })),
    signature: { kind: 'typed', typedName: word, hasInk: true, sha256: 'ab'.repeat(32) },
    from: { address: '2001:db8:85a3:1234:5678:8a2e:370:7334', agent },
  })
  const deps = sheetDeps({ COMPANY_NAME: 'M'.repeat(100) })
  const bytes = await pdf.render(signedSample({ deps, json }))
  const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(bytes)))
  const outside = items
    .flat()
    .filter(({ x, y, width }) => x < 45 || x + width > 551 || y < 20 || y > 822)
  expect(outside.map(({ str }) => str)).toEqual([])
  const { pages } = await read(bytes)
  const text = pages.join('')
  expectOn(text, ['the last', agent, '7334', word])
  expectOn(text, ['Letters that this typeface lacks are printed as', 'openssl dgst -sha256'])
  expect(text.split(flat(word)).length - 1).toBeGreaterThan(50)
  expect(pages.findIndex((page) => page.includes('Certificateof'))).toBe(pages.length - 2)
  expect(bytes.length).toBeLessThan(100_000)
})

test('every font is embedded, also where a value has lines, and a normal document is below 70 KB', () => {
  for (const bytes of [signed, countersigned]) {
    const source = Buffer.from(bytes).toString('latin1')
    const fonts = source.match(/\/Type \/Font\b/g) ?? []
    const files = source.match(/\/FontFile2 /g) ?? []
    // each embedded font has one object for its letters and one for their shapes
    expect(fonts).toHaveLength(2 * files.length)
    expect(source).not.toContain('Helvetica')
    expect(bytes.length).toBeLessThan(70_000)
  }
})

async function printed(sheet: ApplicationSheet) {
  return read(await pdf.render(sheet))
}

async function read(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf)
  const { info } = await pdf.getMetadata()
  const images = Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Subtype \/Image/g)
  return {
    pages: text.map(flat),
    title: (info as { Title?: string }).Title,
    images: images?.length ?? 0,
  }
}

function expectOn(page: string | undefined, parts: string[]) {
  for (const part of parts) expect(page).toContain(flat(part))
}

/** Lines end where the column does: what is compared is the text without any space. */
function flat(text: string): string {
  return text.replace(/\s+/g, '')
}
