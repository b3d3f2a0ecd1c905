import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { numberedTerms } from '#src/domain/terms/parse.ts'
import { builtInParts, builtInVersion } from '#src/domain/terms/terms-text.ts'
import { hashTerms } from '#src/domain/terms/versions.ts'
import { agreedTexts } from '../support/agreed-texts.ts'

const parts = numberedTerms(builtInParts)
const clauses = parts.flatMap((part) => part.clauses)

/** Every wording that was ever in force, by version: a new wording is a new line here. */
const hashesByVersion: Record<string, string> = {
  '2026-11': '3397494257df3665f1ac7ca0cef15bf169a915d7f18cef3518274d3cc143874b',
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

describe('the numbered clauses', () => {
  test('have the eleven agreed headings, in their order', () => {
    expect(parts.map((part) => part.heading)).toEqual(agreedTexts.terms)
  })

  test('run from 1 to 51 without a gap, and no heading is empty', () => {
    expect(clauses.map((clause) => clause.number)).toEqual(
      Array.from({ length: 51 }, (_, i) => i + 1),
    )
    expect(parts.filter((part) => part.clauses.length === 0)).toEqual([])
  })

  test('carry the text in the order in which it is written', () => {
    expect(clauses.map((clause) => clause.text)).toEqual(builtInParts.flatMap((p) => p.clauses))
  })

  test('each say something of their own in at most 90 words', () => {
    expect(new Set(clauses.map((clause) => clause.text)).size).toBe(51)
    for (const { number, text } of clauses) {
      const words = text.split(' ').length
      expect(words, `clause ${number}`).toBeGreaterThan(10)
      expect(words, `clause ${number}`).toBeLessThanOrEqual(90)
      expect(text, `clause ${number}`).toMatch(/^[A-Z‘].*\S\.$/)
      expect(text, `clause ${number}`).not.toMatch(/\s{2}|\n|['"]/)
    }
  })

  test('can be linked one by one, and so can the headings', () => {
    expect(clauses[11]?.id).toBe('clause-12')
    const anchors = [...parts.map((part) => part.slug), ...clauses.map((clause) => clause.id)]
    expect(new Set(anchors).size).toBe(62)
    expect(anchors.filter((anchor) => !/^[a-z]+(-[a-z0-9]+)*$/.test(anchor))).toEqual([])
    for (const { heading, slug } of parts) {
      expect(slug).toBe(heading.toLowerCase().replaceAll(' ', '-'))
    }
  })

  test('handed to one caller are not those of the next', () => {
    numberedTerms(builtInParts)[0]?.clauses.pop()
    expect(numberedTerms(builtInParts).flatMap((part) => part.clauses)).toHaveLength(51)
  })
})

describe('what the terms say', () => {
  test.each(figures)('%s: %s, %s', (heading, about, figure) => {
    const part = parts.find((candidate) => candidate.heading === heading)
    const saying = part?.clauses.filter(({ text }) => text.includes(about) && text.includes(figure))
    expect(saying).toHaveLength(1)
  })

  test('contain the agreed figures and no others', () => {
    const wording = clauses.map((clause) => clause.text).join(' ')
    const business = wording.replaceAll(/section 12 of|Act \d{4}/g, '')
    const found = [...business.matchAll(/\d+/g)].map(([figure]) => Number(figure))
    expect(found.sort((a, b) => a - b)).toEqual([3, 3, 6, 7, 8, 8, 10, 30, 30])
  })

  test.each([
    ['cash accounts pay upfront', 'Payment', /cash account.*upfront/],
    ['credit accounts have a limit', 'Payment', /credit account.*credit limit/],
    [
      'a signature on screen counts',
      'Application and entire agreement',
      /signature made on screen/,
    ],
    ['the agreement is entire', 'Application and entire agreement', /entire agreement/],
    ['title is retained until payment', 'Risk and title', /Title .* stays with us until/],
    ['liability for death and injury stays', 'Limitation of liability', /death or personal injury/],
    ['liability for fraud stays', 'Limitation of liability', /Nothing .* excludes .* fraud/],
    ['notices go by email', 'Communications', /Notices .* by email/],
    ['English law governs', 'Interpretation', /law of England and Wales governs/],
    ['the Supplier is defined', 'Interpretation', /‘We’.* the Supplier/],
  ])('%s', (_, heading, wording) => {
    const part = parts.find((candidate) => candidate.heading === heading)
    expect(part?.clauses.some(({ text }) => wording.test(text))).toBe(true)
  })
})

describe('the version and the hash', () => {
  test('a version in force has the wording that was published under it', () => {
    // fails after a change of wording: give the terms a new version and add its hash above
    expect(hashesByVersion[builtInVersion]).toBe(hashTerms(builtInVersion, builtInParts))
  })

  test('the version is a year and a month', () => {
    expect(builtInVersion).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/)
  })

  test('the hash is the documented one, that anybody can compute again', () => {
    const wording = JSON.stringify(['v', [['A', ['one', 'two']]]])
    expect(wording).toBe('["v",[["A",["one","two"]]]]')
    const expected = createHash('sha256').update(wording).digest('hex')
    expect(hashTerms('v', [{ heading: 'A', slug: 'a', clauses: ['one', 'two'] }])).toBe(expected)
  })

  test('a change in any clause, any heading, the version or the order changes the hash', () => {
    const variants = clauses.map(({ text }) =>
      hashTerms(builtInVersion, withClause(text, `${text} `)),
    )
    for (const { heading } of builtInParts) {
      const renamed = builtInParts.map((part) =>
        part.heading === heading ? { ...part, heading: `${heading}s` } : part,
      )
      variants.push(hashTerms(builtInVersion, renamed))
    }
    variants.push(hashTerms(`${builtInVersion}b`, builtInParts))
    variants.push(hashTerms(builtInVersion, builtInParts.toReversed()))
    expect(new Set([hashTerms(builtInVersion, builtInParts), ...variants]).size).toBe(
      1 + 51 + 11 + 1 + 1,
    )
  })

  test('a clause that moves under another heading changes the hash', () => {
    const before = [part('A', ['one', 'two']), part('B', ['three'])]
    const after = [part('A', ['one']), part('B', ['two', 'three'])]
    expect(hashTerms('v', before)).not.toBe(hashTerms('v', after))
  })
})

function withClause(text: string, changed: string) {
  return builtInParts.map((each) => ({
    ...each,
    clauses: each.clauses.map((clause) => (clause === text ? changed : clause)),
  }))
}

function part(heading: string, clauseTexts: string[]) {
  return { heading, slug: heading.toLowerCase(), clauses: clauseTexts }
}
