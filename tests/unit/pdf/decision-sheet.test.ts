import { expect, test } from 'vitest'
import { countersignedSample, decisionJson } from '../../support/pdf/sheets.ts'

test('prints what was asked and answered, with the names of the files', () => {
  const request = {
    askedAt: '2026-10-14T09:00:00.000Z',
    question: 'Which VAT number?',
    answeredAt: '2026-10-15T09:00:00.000Z',
    answer: 'The one on the certificate.',
    files: [{ name: 'vat.pdf', size: 900, sha256: 'ab' }],
  }
  const { sections } = countersignedSample({ json: decisionJson({ requests: [request] }) })
  expect(sections[1]).toEqual({
    title: 'Questions and answers',
    rows: [
      { label: 'Asked on 14 October 2026', value: 'Which VAT number?' },
      { label: 'Answered on 15 October 2026', value: 'The one on the certificate.' },
      { label: 'Files', value: 'vat.pdf' },
    ],
  })
})

test('prints the agreed terms as far as they were agreed', () => {
  const agreed = { creditLimit: 25_000, paymentTerms: null, reviewDate: '2027-10-16' }
  const { sections } = countersignedSample({ json: decisionJson({ agreed }) })
  expect(sections[0]?.rows.slice(3)).toEqual([
    { label: 'Account', value: 'Credit account' },
    { label: 'Customer code', value: 'CAL-042' },
    { label: 'Credit limit', value: '£25,000' },
    { label: 'Next review of these terms', value: '16 October 2027' },
  ])
})
