import { describe, expect, test } from 'vitest'
import { changeLine } from '#src/forms/admin/history-words.ts'
import { changedValues, editValues, readEdit, recordCards } from '#src/forms/admin/record-cards.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'

const record = {
  businessName: 'Example Calibration Ltd',
  businessAddress: '1 Sample Street\nExample Town',
  dateIncorporation: '2007-03-27T00:00:00.000Z',
  poMandatory: true,
  fax: '020 7946 0001',
  businessTypes: ['PLC'],
}

test('has a card for every answer that is not signed', () => {
  const onCards = recordCards.flatMap(({ fields }) => fields)
  const unsigned = fieldNames.filter((name) => !fields[name].signed)
  expect([...onCards].sort()).toEqual(unsigned.sort())
})

describe('Save Changes', () => {
  test('sends only what differs on Save Changes', () => {
    const typed = { ...editValues(record), businessName: 'Example Metrology Ltd' }
    expect(changedValues(record, typed)).toEqual({ businessName: 'Example Metrology Ltd' })
  })

  test('clears a field that was emptied, and sends none that was empty before', () => {
    const typed = { ...editValues(record), fax: '  ', buyerFax: ' ' }
    expect(changedValues(record, typed)).toEqual({ fax: null })
  })

  test('sends the answer about a purchase order as true or false', () => {
    const typed = { ...editValues(record), poMandatory: 'no' }
    expect(changedValues(record, typed)).toEqual({ poMandatory: false })
  })

  test('does not take the line ends of a posted text area for a change', () => {
    const posted = [['businessAddress', '1 Sample Street\r\nExample Town']] as [string, string][]
    expect(changedValues(record, readEdit(posted))).toEqual({})
  })

  test('ignores names that are not fields of a card, business types among them', () => {
    const posted = Object.entries({ status: 'approved', businessTypes: 'LLP', vatNo: 'GB1' })
    expect(readEdit(posted)).toEqual({ vatNo: 'GB1' })
  })
})

test('starts an edit with the date part of the date of incorporation and yes or no for a purchase order', () => {
  expect(editValues(record)).toMatchObject({ dateIncorporation: '2007-03-27', poMandatory: 'yes' })
})

test.each([
  ['businessAddress', 'Unit 4,\nTest Park\nSampleford', 'Unit 4, Test Park, Sampleford'],
  ['directors', 'Ann Sample, Chair\nBo Sample', 'Ann Sample, Chair; Bo Sample'],
])('shows %s in one line of the history', (field, after, line) => {
  expect(changeLine({ field, before: null, after }).after).toBe(line)
})
