import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { opensslSteps } from '#src/ui/verify/openssl-steps.ts'

/** The numbered steps of the page, its commands with their indent taken away. */
const documented = readFileSync('docs/verify-a-document.md', 'utf8')
  .split('## What it means')[0]
  ?.matchAll(/^\d+\. (.+?)\n\n {3}```(?:sh)?\n(.+?)\n {3}```/gms)

test('the page /verify shows the steps that the documentation shows', () => {
  const steps = [...(documented ?? [])].map(([, text = '', command = '']) => ({
    text: text.replace(/\s+/g, ' '),
    command: command.replace(/^ {3}/gm, ''),
  }))
  expect(opensslSteps('https://HOST')).toEqual(steps)
})
