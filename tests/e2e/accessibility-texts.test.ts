import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agreedTexts } from '../support/agreed-texts.ts'
import { scenes } from '../support/screens/screens.ts'
import { messages } from '../support/screens/screens-messages.ts'
import { screensSite } from '../support/screens/screens-site.ts'
import { expectAgreedTexts } from '../support/screens/screens-texts.ts'

const site = screensSite()

test('every agreed text has its place', () => {
  const sources = globSync('tests/e2e/*/*.test.ts').map((path) => readFileSync(path, 'utf8'))
  const walked = sources.join().matchAll(/expectAgreedTexts\(\w+, '([^']+)'\)/g)
  const places = new Set([...scenes, ...messages].map(({ name }) => name))
  for (const [, name = ''] of walked) places.add(name)
  expect(Object.keys(agreedTexts).filter((name) => !places.has(name))).toEqual([])
})

// The scenes of screens.ts are read where they stand still, in accessibility.test.ts; others where a test walks by.
test.each(messages)('$name shows the agreed texts, word for word', async (message) => {
  const { context, page } = await site.enter(message)
  expect(agreedTexts[message.name]).toBeDefined()
  await expectAgreedTexts(page, message.name)
  await context.close()
})
