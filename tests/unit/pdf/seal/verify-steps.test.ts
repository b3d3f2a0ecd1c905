import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { opensslSteps } from '#src/ui/verify/openssl-steps.ts'

const page = readFileSync('docs/verify-a-document.md', 'utf8').replace(/\s+/g, ' ')

test('the steps on /verify are those of the page in docs, which the other tests here run', () => {
  const steps = opensslSteps('https://HOST')
  expect(steps).toHaveLength(5)
  for (const part of steps.flatMap(({ text, command }) => [text, command]))
    expect(page).toContain(part.replace(/\s+/g, ' '))
})
