import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { person } from '#src/commands/person.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
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

const inFile = ({ deps: { db } }: TestApp, text: string) =>
  readFileSync(db.path, 'latin1').toLowerCase().includes(text)

test('person erase says what would go, and without --yes nothing goes', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const before = app.dump()
  const words = await said(app, 'erase', theirs)
  expect(words).toContain(`${id}  ${answers[1].businessName} (submitted)`)
  expect(words).toContain('With --yes')
  expect(app.dump()).toEqual(before)
})

test('person erase --yes leaves nothing of a name in the file, not even a piece that was searched by', async () => {
  const app = testApp()
  await submit(app.browser(), { businessName: 'Zqxvwk Gauges Ltd' })
  await submit(app.browser(), { mainEmail: 'other@example.com', businessName: 'Jkqzyh Ltd' })
  expect(await said(app, 'erase', theirs, '--yes')).toContain('1 erased')
  expect([inFile(app, 'zqxvwk'), inFile(app, 'jkqzyh')]).toEqual([false, true])
})

test('person export prints everything that is held of a person, as JSON', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const held = JSON.parse(JSON.stringify(exportPerson(app.deps, theirs)))
  const printed = await said(app, 'export', theirs)
  expect(printed).toContain(id)
  expect(JSON.parse(printed)).toEqual(held)
  expect(JSON.stringify(app.dump().events)).toContain('person exported')
})

test.each([
  ['erase', 'nobody@example.com', 'Nothing is held'],
  ['export', 'nobody@example.com', 'Nothing is held'],
  ['erase', '', 'with an address'],
  ['export', '', 'with an address'],
])('person %s refuses whom it cannot find (%#)', async (verb, who, words) => {
  await expect(said(testApp(), verb, who)).rejects.toThrow(words)
})
