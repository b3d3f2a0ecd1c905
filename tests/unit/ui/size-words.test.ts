import { expect, test } from 'vitest'
import { sizeWords } from '#src/ui/record/size-words.ts'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [2047, '2 KB'],
  [1536 * 1024, '1.5 MB'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})
