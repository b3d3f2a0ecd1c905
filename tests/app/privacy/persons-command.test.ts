import { expect, test } from 'vitest'
import { person } from '#src/commands/person.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const theirs = answers[1].mainEmail

/** Runs a command and answers what it said. */
async function said(app: TestApp, ...args: string[]) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), askSecret: async () => '' }
  await person.run(app.deps, terminal, args)
  return lines.join('\n')
}

test('person erase says what would go, and without --yes nothing goes', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const before = app.dump()
  const words = await said(app, 'erase', theirs)
  expect(words).toContain(`${id}  ${answers[1].businessName} (submitted)`)
  expect(words).toContain('With --yes')
  expect(app.dump()).toEqual(before)
})

test.each([
  ['erase', 'nobody@example.com', 'Nothing is held'],
  ['export', 'nobody@example.com', 'Nothing is held'],
  ['erase', '', 'with an address'],
  ['export', '', 'with an address'],
])('person %s refuses whom it cannot find (%#)', async (verb, who, words) => {
  await expect(said(testApp(), verb, who)).rejects.toThrow(words)
})
