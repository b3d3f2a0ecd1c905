import { createHash } from 'node:crypto'
import { extractText, extractTextItems, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsWith } from '#src/domain/audit/actions.ts'
import type { DocumentEvent } from '#src/domain/documents/document-events.ts'
import { eventRows } from '#src/domain/documents/sheet-parts.ts'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import type { PdfService } from '#src/pdf/process/service.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'
import {
  amendment,
  countersignedSample,
  decisionJson,
  flat,
  rows,
  sampleSeal,
  sampleSheet,
  sampleSigned,
  sheetDeps,
  signedInside,
  signedJson,
  signedSample,
} from '../../support/pdf/sheets.ts'
import { seededRandom } from '../../support/random.ts'

let pdf: PdfService
/** Documents as they come, which several tests read. */
let view: Uint8Array
let signed: Uint8Array
let countersigned: Uint8Array

beforeAll(async () => {
  pdf = pdfService()
  view = await pdf.render(sampleSheet())
  signed = await pdf.render(signedSample())
  countersigned = await pdf.render(countersignedSample())
})

afterAll(() => pdf.close())

describe('a name that the typeface lacks', () => {
  const businessName = '株式会社サンプル'
  const fields = { ...sampleSigned.fields, businessName }
  const sheets: [string, () => ApplicationSheet][] = [
    ['current view', () => sampleSheet({ title: businessName })],
    ['draft', () => sampleSheet({ title: businessName, draft: true, notice: null })],
    ['signed document', () => signedSample({ json: signedJson({ fields }) })],
    ['countersigned document', () => countersignedSample({ json: decisionJson({ fields }) })],
  ]
  test.each(sheets)(
    'prints a name beyond the typeface whole in the title of a %s, and says so once on its first page',
    async (_, sheetOf) => {
      const file = await pdf.render(sheetOf())
      const document = await getDocumentProxy(new Uint8Array(file))
      const { info } = await document.getMetadata()
      expect((info as { Title: string }).Title).toContain(businessName)
      expect((await document.getOutline())?.[0]?.title).toBe(businessName)
      const { pages } = await read(file)
      expect(pages[0]).toContain('\uFFFD')
      expect(flat(pages.join('')).split(flat('Letters that this typeface lacks'))).toHaveLength(2)
      expect(flat(pages[0] ?? '')).toContain(flat('Letters that this typeface lacks'))
    },
  )

  test('mentions no missing letters where every letter is printed', async () => {
    for (const file of [view, signed, countersigned])
      expect(flat((await read(file)).pages.join(''))).not.toContain(flat('this typeface lacks'))
  })
})

describe('a current view', () => {
  test('prints every field, the signatures and the terms in a current view', async () => {
    const sheet = sampleSheet()
    const { pages, images } = await read(view)
    const all = [
      ...sheet.sections.flatMap((section) => section.rows),
      ...sheet.signatures.flatMap((signature) => signature.lines),
    ].flatMap(({ label, value }) => [label, value])
    expectOn(pages.join(''), [...all, sheet.status, sheet.terms?.hash ?? ''])
    expect(images).toBe(1)
  })

  test('prints a current view on A4 with title, language, sections and a number on each page', async () => {
    const sheet = sampleSheet()
    const document = await getDocumentProxy(new Uint8Array(view))
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({
      Title: 'Trade account application 7K3M-Q9TX-2VHD',
      Author: 'Example Instruments Ltd',
      Language: 'en-GB',
    })
    const [, , width = 0, height = 0] = (await document.getPage(1)).view
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
    const [root] = (await document.getOutline()) ?? []
    expect(root?.items.map(({ title }: { title: string }) => title)).toEqual([
      ...sheet.sections.map(({ title }) => title),
      ...['Signatures', 'Changes since signing'],
    ])
    const { pages } = await read(view)
    for (const [at, page] of pages.entries())
      expectOn(page, ['Reference 7K3M-Q9TX-2VHD', `Page ${at + 1} of ${pages.length}`])
  })

  test('says on every page of a current view and a draft what it is, and on no other document', async () => {
    const notice = 'This is a current view, not the signed document.'
    const { pages } = await printed(sampleSheet({ draft: true, submittedAt: null, notice }))
    for (const page of pages) expectOn(page, ['DRAFT - NOT SIGNED', notice])
    expectOn(pages[0], ['Not submitted'])
    expect((await read(signed)).pages.join('')).not.toMatch(/DRAFT|currentview/)
  })

  test('lists the edits since the signing below the signatures, and counts earlier ones', async () => {
    const sections = sampleSheet().sections.slice(-1)
    const { pages } = await printed(sampleSheet({ sections, earlierAmendments: 1000 }))
    expectOn(pages[0], [
      'Signatures',
      'Changes since signing',
      '1000 earlier, not shown',
      '20 October 2026, 09:15, Client',
      'Before N/A After Ring the bell twice.',
    ])
  })

  test('neither reads nor fetches a path or an address in place of a picture', async () => {
    for (const png of ['/etc/passwd', 'http://127.0.0.1:9/a.png', 'file:///etc/passwd']) {
      const signatures = [{ caption: 'For the customer', drawn: { png }, lines: [] }]
      const { pages, images } = await printed(sampleSheet({ signatures }))
      expectOn(pages.join(''), ['For the customer'])
      expect(images).toBe(0)
    }
  })

  test('continues a value taller than a page on the next page, in its column, and loses none of it', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}.`).join('\n')
    const amendment = { by: 'Client', field: 'Reason', before: lines, after: lines }
    const sections = [{ title: 'Business', rows: rows([['Address', lines]]) }]
    const bytes = await pdf.render(sampleSheet({ sections, amendments: [amendment] }))
    const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(bytes)))
    const placed = items.flat().filter(({ str }) => str.startsWith('line '))
    expect(placed).toHaveLength(300)
    expect(new Set(placed.map(({ x }) => Math.round(x))).size).toBe(1)
    expect(placed.every(({ y }) => y > 50 && y < 800)).toBe(true)
  })
})

describe('a signed document', () => {
  test('ends a signed document with pages that say who signed what, when, from where and how', async () => {
    const { pages, images, title } = await read(signed)
    const json = signedJson()
    const { hash } = sampleSeal().witness
    expect(title).toBe('Signed document 7K3M-Q9TX-2VHD: Sample Calibration Works Ltd')
    expect(images).toBe(1)
    expectOn(certificateOf(pages), [
      'Certificate of signature',
      'Who Łucja Wzór Finance director of Sample Calibration Works Ltd. Main email: office@sample-calibration.example.com',
      'Trade account application 7K3M-Q9TX-2VHD',
      '14 October 2026 at 10:42:07 BST',
      '14 October 2026 at 09:42:07 UTC, by the server’s clock',
      'Network address 192.0.2.10',
      sampleSigned.from.agent,
      'Drawn on screen By mouse, pen or finger in the signature field. The image is attached as signature.png',
      `Agreed to ${sampleSigned.consent}`,
      'Supplier terms, version 2026-01 Attached as terms.txt, which has the SHA-256 below. Also at https://trade.example.com/terms-conditions?version=2026-01.',
      sampleSigned.terms.sha256.toUpperCase(),
      createHash('sha256').update(json).digest('hex').toUpperCase(),
      `Entry 1,204, this signature It holds the SHA-256 of the data above. When this file was made, the newest entry was 1,313 · ${hash.slice(0, 8).toUpperCase()}, which covers all entries before it. The hash of entry 1,313:`,
      hash.toUpperCase(),
      sampleSeal().fingerprint.toUpperCase(),
      'Made by this installation for Example Instruments Ltd',
      'Open https://trade.example.com/verify and choose the file',
      'pdfsig FILE.pdf',
      'openssl dgst -sha256 application.json',
      'article 3(10) of the eIDAS regulation',
      '14 October 2026 at 10:30:00 BST The applicant saved the draft: Business Info, Directors 192.0.2.10',
      'nobody’s identity was checked',
      'PDF readers call it unknown',
    ])
    expect(pages.join('')).not.toContain('typeface')
  })

  test('says of every event what is known, and nothing else', () => {
    const more = { at: '2026-10-16T14:05:31.000Z', sections: [], by: 'Dana Sample', address: null }
    const fields = ['businessEstablished', 'directors']
    const edit: DocumentEvent = { action: 'application amended', fields, ...more }
    const events = [edit, ...actionsWith('isPrinted').map((action) => ({ action, ...more }))]
    const said = eventRows('UTC', events).events.map(({ what }) => what)
    expect(said).toContain('Dana Sample corrected the customer code')
    expect(said).toContain('Dana Sample changed the application: Years established, Directors')
    expect(said.slice(1).join('\n')).not.toMatch(/undefined|null|N\/A|: /)
  })

  test('prints the signer and the day of signing under the signature, and questions another date', async () => {
    const lines = ['Name Łucja Wzór', 'Position Finance director', 'Signed on 14 October 2026']
    const { pages } = await read(signed)
    expectOn(pages.join(''), lines)
    expect(pages.join('')).not.toContain(flat('As typed'))
    const fields = { ...sampleSigned.fields, agreementDate: '2031-01-01' }
    const late = await printed(signedSample({ json: signedJson({ fields }) }))
    expectOn(late.pages.join(''), ['Date of agreement 1 January 2031 As typed: not the day of'])
    expectOn(certificateOf(late.pages), ['1 January 2031, as typed Not the day of signing'])
  })

  test('prints a signed document from data of the first format too', async () => {
    const { consent, events, ...first } = sampleSigned
    const { signerName, ...fields } = first.fields
    const json = JSON.stringify({ ...first, fields, format: 'countersign-signed-1' })
    const { pages } = await printed(signedSample({ json }))
    expectOn(certificateOf(pages), ['Who Sample Calibration Works Ltd', 'Drawn on screen'])
    expect(pages.join('')).not.toContain(flat('What happened'))
    const { decider, mailbox, receipt, events: _, ...decided } = JSON.parse(decisionJson())
    const decision = await printed(countersignedSample({ json: JSON.stringify(decided) }))
    expectOn(certificateOf(decision.pages), ['Who decided dee For Example Instruments Ltd'])
  })

  test('tags headings, tables and pictures of a signed document for screen readers, in the form’s order', async () => {
    const document = await getDocumentProxy(new Uint8Array(signed))
    const trees = await Promise.all(
      Array.from({ length: document.numPages }, async (_, at) =>
        (await document.getPage(at + 1)).getStructTree(),
      ),
    )
    const parts = trees.flatMap((tree) => partsOf(tree as Part))
    const headings = parts.filter(({ role = '' }) => /^H[12]$/.test(role))
    expect(headings).toHaveLength(8)
    expect(parts.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
      'Signature for Sample Calibration Works Ltd',
      'The signature',
    ])
    expect(parts.filter(({ role }) => role === 'TH').length).toBeGreaterThan(40)
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  })

  test.each([
    ['typed', 'Ada Ż. Sample', true, 'Typed name: Ada Ż. Sample', 'the server drew the image'],
    ['drawn', null, false, 'Blank signature image', 'no line can be seen in it'],
  ] as const)(
    'says in a signed document how it was signed: %s',
    async (kind, typedName, hasInk, how, more) => {
      const signature = { kind, typedName, hasInk, sha256: 'ab'.repeat(32) }
      const { pages } = await printed(signedSample({ json: signedJson({ signature }) }))
      expectOn(certificateOf(pages), [how, more])
    },
  )

  test('names the supplier’s time zone and the issuer of a bought certificate', async () => {
    const deps = sheetDeps({ APP_TIMEZONE: 'America/New_York' })
    const { pages } = await printed(signedSample({ deps, seal: sampleSeal('issued') }))
    expectOn(certificateOf(pages), [
      '14 October 2026 at 05:42:07 GMT-4',
      'Example Instruments Ltd, issued by Sample Trust Services CA',
      'vouched for by Sample Trust Services CA',
    ])
  })
})

describe('a countersigned document', () => {
  test('prints what was decided, by whom and when in a countersigned document, with both signatures', async () => {
    const { pages, images, title } = await read(countersigned)
    expect(title).toBe('Countersigned document 7K3M-Q9TX-2VHD: Sample Calibration Works Ltd')
    expectOn(pages[0], [
      'Approved',
      'Decided on 16 October 2026',
      'Decided by Dee Sampler',
      'CAL-042',
    ])
    expectOn(pages.join(''), [
      'For Sample Calibration Works Ltd',
      'For Example Instruments Ltd Name',
      'Dee Sampler',
    ])
    expect(images).toBe(1)
    expectOn(certificateOf(pages), [
      'Who decided Dee Sampler For Example Instruments Ltd. Signed in to its back office as dee (reviewer), with a password and a second step',
      'Network address 192.0.2.77',
      'sign-in@sample-calibration.example.com A password was set through a link that was sent to it, 14 October 2026 at 11:00:00 BST',
      '14 October 2026 at 10:42:30 BST The mail server took the receipt for office@',
      'Dee Sampler approved the application',
      'Approved: trade account application 7K3M-Q9TX-2VHD',
      '16 October 2026 at 15:05:31 BST',
      'The signature is the one kept on this account, attached as signature.png',
      'The customer set a password',
      'The customer changed the password',
      'its own seal of 14 October 2026 at 10:42:12 BST',
      signedInside.sha256.toUpperCase(),
      createHash('sha256').update(decisionJson()).digest('hex').toUpperCase(),
      'the account that was signed in, not the person',
    ])
    expect(pages.join('')).not.toMatch(/Creditlimit|Changesbetween/)
  })

  test('lists changes between signing and decision, and keeps a long reason off the certificate', async () => {
    const reason = `${'No references. '.repeat(130)}The end.`
    const json = decisionJson({
      decision: 'rejected',
      customerCode: null,
      reason,
      signature: null,
      fields: { ...sampleSigned.fields, deliveryAddress: 'Elsewhere\nFarther', poMandatory: false },
      directors: sampleSigned.directors.slice(1),
      events: [
        ...(sampleSigned.events ?? []),
        amendment('2026-10-14T23:30:00.000Z', 'Customer', ['deliveryAddress']),
        amendment('2026-10-16T09:00:00.000Z', 'Dee Sampler', ['directors', 'deliveryAddress']),
      ],
    })
    const sheet = countersignedSample({ json, png: null })
    expect(sheet.submittedAt).toBe('14 October 2026 at 10:42 BST')
    expect(sheet.amendments.map(({ field }) => field)).toEqual([
      'Must our invoices quote a purchase order number?',
      'Directors',
      'Delivery address',
    ])
    const { pages, title } = await printed(sheet)
    expect(title).toMatch(/^Decision document 7K3M/)
    expect(pages.join('')).not.toMatch(/countersigned/i)
    expectOn(pages.join(''), [
      'Rejected without a drawn signature',
      reason,
      'Removed since signing',
      'Delivery address 15 October 2026 at 00:30 BST, Customer 16 October 2026 at 10:00 BST, Supplier, Dee Sampler',
      'Before Goods In, Unit 5, Test Park 12 Example Road Sampleford After Elsewhere Farther',
      'Must our invoices quote a purchase order number? Before Yes After No',
      'Directors 16 October 2026 at 10:00 BST, Supplier, Dee Sampler Before Tomasz Żółć, Managing director',
    ])
    const certificate = certificateOf(pages)
    expectOn(certificate, ['2 answers and the directors', 'Decided without a drawn signature'])
    expectOn(certificate, ['Dee Sampler changed the application: Directors, Delivery address'])
    expect(certificate).not.toContain(flat('The end.'))
  })
})

test('prints names in any script, endless words and fifty directors without breaking the layout', async () => {
  const wild = 'Ünï 中文 עברית العربية 😀 हिन्दी'
  const word = 'Wm'.repeat(80)
  const json = signedJson({
    fields: {
      ...sampleSigned.fields,
      businessName: `${wild} ${word}`.slice(0, 160),
      businessAddress: `${'Long Road\n'.repeat(40)}${'Lane '.repeat(119)}the last`,
      mainEmail: `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
    },
    directors: Array.from({ length: 50 }, (_, at) => ({ name: `${at} ${wild}`, position: word })),
    signature: { kind: 'typed', typedName: word, hasInk: true, sha256: 'ab'.repeat(32) },
  })
  const deps = sheetDeps({ COMPANY_NAME: 'M'.repeat(100) })
  const bytes = await pdf.render(signedSample({ deps, json }))
  const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(bytes)))
  const outside = items
    .flat()
    .filter(({ x, y, width }) => x < 45 || x + width > 551 || y < 20 || y > 822)
  expect(outside.map(({ str }) => str)).toEqual([])
  const { pages } = await read(bytes)
  expectOn(pages.join(''), ['the last', 'Letters that this typeface lacks are printed as'])
  expect(pages.join('').split(flat(word)).length - 1).toBeGreaterThan(50)
})

test('embeds every font, and keeps a normal document below 80 KB', () => {
  for (const bytes of [signed, countersigned]) {
    const source = Buffer.from(bytes).toString('latin1')
    const fonts = source.match(/\/Type \/Font\b/g) ?? []
    const files = source.match(/\/FontFile2 /g) ?? []
    // each embedded font has one object for its letters and one for their shapes
    expect(fonts).toHaveLength(2 * files.length)
    expect(bytes.length).toBeLessThan(80_000)
  }
})

test('prints documents of mixed alphabets from one process letter by letter', async () => {
  const random = seededRandom(20_261_122)
  for (let number = 0; number < 8; number += 1) {
    const names = Array.from({ length: 30 }, () => word(random))
    const directors = names.slice(0, 15).map((name) => ({ name, position: `${name}.` }))
    const pairs = names.slice(15).map((name): [string, string] => [name, name.toUpperCase()])
    const sections = [{ title: 'Names', rows: rows(pairs), directors }]
    const { pages } = await printed(sampleSheet({ signatures: [], sections }))
    const parts = [...names.slice(0, 15).map((name) => `${name}.`), ...pairs.flat()]
    for (const part of parts) expectOn(pages.join('').normalize('NFC'), [part])
  }
})

const alphabets = [
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞß',
  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰđĐğışİŞĞțșȚȘģķļņĢĶĻŅ',
  'ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
  'αβγδεζηθικλμνξοπρσςτυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯіїєґІЇЄҐўЎђћљњџѓќ',
  '²³¹½¼¾⁄€£&@#%()+/',
]

/** Pieces that fonts like to draw as something else. */
const pieces = ['fi', 'fl', 'ffi', 'ff', '1⁄2', 'm²', 'ị́', 'i̇', 'j́', 'x̣̂', 'Ŀl', 'ij', 'ĳ']

function word(random: () => number): string {
  const pick = <Item>(list: ArrayLike<Item>) => list[Math.floor(random() * list.length)] as Item
  const alphabet = random() < 0.3 ? alphabets.join('') : pick(alphabets)
  const letters = Array.from({ length: 3 + Math.floor(random() * 9) }, () =>
    random() < 0.15 ? pick(pieces) : pick([...alphabet]),
  )
  return letters.join('').normalize('NFC')
}

const printed = async (sheet: ApplicationSheet) => read(await pdf.render(sheet))

async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document)
  const { info } = await document.getMetadata()
  const images = Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Subtype \/Image/g)
  return {
    pages: text.map(flat),
    title: (info as { Title?: string }).Title,
    images: images?.length ?? 0,
  }
}

const certificateOf = (pages: string[]) =>
  pages.slice(pages.findIndex((page) => page.includes('Certificateof'))).join('')

type Part = { role?: string; alt?: string; children?: Part[] }

const partsOf = (part: Part): Part[] => [part, ...(part.children ?? []).flatMap(partsOf)]

function expectOn(page: string | undefined, parts: string[]) {
  for (const part of parts) expect(page).toContain(flat(part))
}
