import { expect, test } from 'vitest'
import { tableBadge, updateBadge } from '#src/ui/record/RecordCard.tsx'

test.each([
  ['submitted', 100, 'Submitted'],
  ['approved', 100, 'Approved'],
  ['rejected', 0, 'Rejected'],
  ['completed', 100, 'Completed'],
  ['draft', 80, 'In Progress'],
  ['draft', 79, 'Incomplete'],
  ['incomplete', 100, 'In Progress'],
  [null, 60, 'Incomplete'],
  [null, null, 'Incomplete'],
] as const)('shows %s at %s percent as %s in the table', (status, percent, label) => {
  expect(tableBadge(status, percent).label).toBe(label)
})

test('shows any status but approved and rejected raw and yellow in a recent update', () => {
  expect(updateBadge('submitted')).toEqual({ tone: 'waiting', label: 'submitted' })
  expect(updateBadge('draft')).toEqual({ tone: 'waiting', label: 'draft' })
  expect(updateBadge('approved')).toEqual({ tone: 'good', label: 'Approved' })
  expect(updateBadge('rejected')).toEqual({ tone: 'bad', label: 'Rejected' })
})
