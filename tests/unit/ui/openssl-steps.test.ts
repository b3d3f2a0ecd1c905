import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { opensslSteps } from '#src/ui/verify/openssl-steps.ts'

test('shows on /verify the commands of the documentation, which the tests of the seal run', () => {
  const [steps = ''] = readFileSync('docs/verify-a-document.md', 'utf8').split('## What it means')
  const commands = [...steps.matchAll(/^ {3}```(?:sh)?\n(.+?)\n {3}```/gms)].map(
    ([, command = '']) => command.replace(/^ {3}/gm, ''),
  )
  expect(opensslSteps('https://HOST').map(({ command }) => command)).toEqual(commands)
})
