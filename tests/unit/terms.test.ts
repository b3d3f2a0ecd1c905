import { describe, expect, test } from 'vitest'
import builtInParts from '#src/domain/terms/built-in-terms.json' with { type: 'json' }
import { numberedTerms, parseTerms, termsSource } from '#src/domain/terms/parse.ts'
import { builtInVersion, hashText, hashWording } from '#src/domain/terms/versions.ts'
import { agreedTexts } from '../support/agreed-texts.ts'

const parts = numberedTerms(builtInParts)
const clauses = parts.flatMap((part) => part.clauses)

/** Every wording that was ever in force, by version: a new wording is a new line here. Documents name these hashes. */
const hashesByVersion: Record<string, { json: string; text: string }> = {
  '2026-11': {
    json: '3397494257df3665f1ac7ca0cef15bf169a915d7f18cef3518274d3cc143874b',
    text: '6b086f25371e74822233ec9abf0429fab366e898327a28ea524c75f388d9bba6',
  },
}

/** Under which heading, what it is about, the figure as it must read. */
const figures = [
  ['Price', 'quotation', 'valid for 30 days'],
  ['Payment', 'Invoices', 'payable within 30 days'],
  ['Payment', 'interest', '8% per annum above the central bank base rate'],
  ['Payment', 'discrepancy', 'within 7 days of the invoice date'],
  ['Inspection and acceptance of Goods', 'damage or shortage', 'within 3 days of delivery'],
  ['Inspection and acceptance of Goods', 'deemed to have accepted', 'within 3 days of delivery'],
  ['Delivery', 'accept delivery', 'between 8 am and 6 pm'],
  ['Delivery', 'undelivered', 'resold after 10 business days'],
] as const

describe('the built-in terms', () => {
  test('has the eleven agreed headings in their order and clauses 1 to 51 in the built-in terms', () => {
    expect(parts.map((part) => part.heading)).toEqual(agreedTexts.terms)
    expect(clauses.map((clause) => clause.number)).toEqual(
      Array.from({ length: 51 }, (_, i) => i + 1),
    )
    expect(parts.filter((part) => part.clauses.length === 0)).toEqual([])
  })

  test.each(figures)('says under %s of %s: %s', (heading, about, figure) => {
    const part = parts.find((candidate) => candidate.heading === heading)
    const saying = part?.clauses.filter(({ text }) => text.includes(about) && text.includes(figure))
    expect(saying).toHaveLength(1)
  })

  test('keeps the wording of the built-in terms that was published under their version', () => {
    // fails after a change of wording: give the terms a new version and add its hash above
    const wording = { version: builtInVersion, parts: builtInParts, inForceFrom: null }
    const hashes = { json: hashWording(wording), text: hashText(wording) }
    expect(hashesByVersion[builtInVersion]).toEqual(hashes)
  })
})

describe('typed terms', () => {
  test('reads a heading after "# " and a clause in each other paragraph of typed terms', () => {
    const source =
      '# Prices\nNet of VAT,\nin pounds.\n\n  Fixed for 30 days.\n# Delivery\n\n\nBy van.'
    expect(parseTerms(source)).toEqual([
      {
        heading: 'Prices',
        slug: 'prices',
        clauses: ['Net of VAT, in pounds.', 'Fixed for 30 days.'],
      },
      { heading: 'Delivery', slug: 'delivery', clauses: ['By van.'] },
    ])
  })

  test('starts typed terms with the built-in ones, unchanged in meaning', () => {
    expect(parseTerms(termsSource(builtInParts))).toEqual(builtInParts)
  })

  test('links each heading of typed terms differently, and like no clause or part of the page', () => {
    const headings = [
      'Prices',
      'Prices',
      'Żółć & Co',
      'Clause 1',
      '1st',
      '条款',
      'Main',
      'Part 4',
      'A',
      'A part 11',
      'A',
    ]
    const source = headings.map((heading) => `# ${heading}\nText.`).join('\n')
    expect(parseTerms(source).map(({ slug }) => slug)).toEqual([
      ...['prices', 'prices-part-2', 'zo-c-co', 'part-4', 'part-5', 'part-6'],
      ...['main-part-7', 'part-8', 'a', 'a-part-11', 'a-part-11-part-11'],
    ])
  })

  test.each([
    ['Text.\n\n# Prices\nText.', 'Line 1: The text must begin with a heading'],
    ['', 'Line 1: The text must begin with a heading'],
    ['# Prices\n# Delivery\nText.', 'Line 1: The heading “Prices” has no clause below it'],
    ['# Prices\nText.\n\n# Delivery\n', 'Line 4: The heading “Delivery” has no clause below it'],
    ['#Prices\nText.', 'Line 1: A heading begins with one # and a space'],
    ['# Prices\n## Net\nText.', 'Line 2: A heading begins with one # and a space'],
    [`# ${'x'.repeat(201)}\nText.`, 'Line 1: A heading must be 200 characters or fewer'],
    [`# A\n${'x '.repeat(999)}\n${'x '.repeat(999)}`, 'Line 3: A clause must be 3,000 characters'],
  ])('refuses typed terms by line: %.20s', (source, message) => {
    expect(() => parseTerms(source)).toThrow(message)
  })
})
