import { expect, test } from 'vitest'
import { tryAgain } from '#src/domain/durations.ts'

test.each([
  [1, 'Please try again in a minute'],
  [60, 'Please try again in a minute'],
  [61, 'Please try again in 2 minutes'],
  [900, 'Please try again in 15 minutes'],
  [3600, 'Please try again in 60 minutes'],
  [86_400, 'Please try again in 24 hours'],
])('%i seconds read "%s"', (seconds, words) => {
  expect(tryAgain(seconds)).toBe(words)
})
