import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agreedTexts } from '../support/agreed-texts.ts'
import { scenes } from '../support/screens/screens.ts'
import { messages } from '../support/screens/screens-messages.ts'

// The scenes are read in accessibility.test.ts; other texts where a test walks by.
test('every agreed text has its place', () => {
  const sources = globSync('tests/e2e/*/*.test.ts').map((path) => readFileSync(path, 'utf8'))
  const walked = sources.join().matchAll(/expectAgreedTexts\(\w+, '([^']+)'\)/g)
  const places = new Set([...scenes, ...messages].map(({ name }) => name))
  for (const [, name = ''] of walked) places.add(name)
  expect(Object.keys(agreedTexts).filter((name) => !places.has(name))).toEqual([])
})
