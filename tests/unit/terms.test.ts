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
})

describe('what the terms say', () => {
  test.each(figures)('%s: %s, %s', (heading, about, figure) => {
    const part = parts.find((candidate) => candidate.heading === heading)
    const saying = part?.clauses.filter(({ text }) => text.includes(about) && text.includes(figure))
    expect(saying).toHaveLength(1)
  })
})

describe('the version and the hash', () => {
  test('a version in force has the wording that was published under it', () => {
    // fails after a change of wording: give the terms a new version and add its hash above
    expect(hashesByVersion[builtInVersion]).toBe(hashTerms(builtInVersion, builtInParts))
  })

  test('the hash is the documented one, that anybody can compute again', () => {
    const wording = JSON.stringify(['v', [['A', ['one', 'two']]]])
    expect(wording).toBe('["v",[["A",["one","two"]]]]')
    const expected = createHash('sha256').update(wording).digest('hex')
    expect(hashTerms('v', [{ heading: 'A', slug: 'a', clauses: ['one', 'two'] }])).toBe(expected)
  })

  test('a clause that moves under another heading changes the hash', () => {
    const before = [part('A', ['one', 'two']), part('B', ['three'])]
    const after = [part('A', ['one']), part('B', ['two', 'three'])]
    expect(hashTerms('v', before)).not.toBe(hashTerms('v', after))
  })
})

function part(heading: string, clauseTexts: string[]) {
  return { heading, slug: heading.toLowerCase(), clauses: clauseTexts }
}
