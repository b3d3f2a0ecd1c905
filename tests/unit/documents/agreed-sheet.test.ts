import { expect, test } from 'vitest'
import { decisionJson } from '../../support/pdf/frozen.ts'
import { countersignedSample } from '../../support/pdf/sealed-sheets.ts'

test('a countersigned document shows what was agreed beside the decision and on its certificate', () => {
  const agreed = { creditLimit: 25_000, paymentTerms: '30 days net', reviewDate: '2027-10-16' }
  const { sections, certificate } = countersignedSample({ json: decisionJson({ agreed }) })
  expect(sections[0]?.rows.slice(-3)).toEqual([
    { label: 'Credit limit', value: '£25,000' },
    { label: 'Payment terms', value: '30 days net' },
    { label: 'Review date', value: '16 October 2027' },
  ])
  expect(certificate?.facts).toContainEqual({
    label: 'Agreed',
    value: 'Credit limit: £25,000. Payment terms: 30 days net. Review date: 16 October 2027',
  })
})

test('one without it says nothing of it', () => {
  const sheet = countersignedSample()
  expect(sheet.sections[0]?.rows.map(({ label }) => label)).not.toContain('Credit limit')
  expect(sheet.certificate?.facts.map(({ label }) => label)).not.toContain('Agreed')
})

test('a part that was left out has no line', () => {
  const agreed = { creditLimit: 0, paymentTerms: null, reviewDate: null }
  const { sections } = countersignedSample({ json: decisionJson({ agreed }) })
  expect(sections[0]?.rows.at(-1)).toEqual({ label: 'Credit limit', value: '£0' })
})
