import { expect, test } from 'vitest'
import { jsonPieces, lazyList, lazyText } from '#src/domain/privacy/json-pieces.ts'

test('writes a person’s data piece by piece as the same JSON as in one piece', () => {
  const data = {
    text: 'Żółć "quoted" \n',
    nothing: null,
    absent: undefined,
    lists: [[], {}, [1, null, undefined], { at: [{ deep: true }] }],
    events: lazyList(() => [{ at: 1 }, { at: 2 }]),
    none: lazyList(() => []),
    file: { name: 'a.pdf', content: lazyText(() => ['data:', 'AA"A', 'BB==']) },
  }
  expect([...jsonPieces(data)].join('')).toBe(JSON.stringify(data, null, 2))
})
