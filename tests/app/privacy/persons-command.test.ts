import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { erasureOfPerson } from '#src/commands/erase-person.ts'
import { exportOfPerson } from '#src/commands/export-person.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const theirs = answers[1].mainEmail

/** Runs a command and answers what it said. */
async function said(app: TestApp, command: typeof erasureOfPerson, ...args: string[]) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), askSecret: async () => '' }
  await command.run(app.deps, terminal, args)
  return lines.join('\n')
}

const inFile = ({ deps: { db } }: TestApp, text: string) =>
  readFileSync(db.path, 'latin1').toLowerCase().includes(text)

test('erase-person says what would go, and without --yes nothing goes', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const before = app.dump()
  const words = await said(app, erasureOfPerson, theirs)
  expect(words).toContain(`${id}  ${answers[1].businessName} (submitted)`)
  expect(words).toContain('With --yes')
  expect(app.dump()).toEqual(before)
})

test('erase-person --yes leaves nothing of a name in the file, not even a piece that was searched by', async () => {
  const app = testApp()
  await submit(app.browser(), { businessName: 'Zqxvwk Gauges Ltd' })
  await submit(app.browser(), { mainEmail: 'other@example.com', businessName: 'Jkqzyh Ltd' })
  expect(await said(app, erasureOfPerson, theirs, '--yes')).toContain('1 erased')
  expect([inFile(app, 'zqxvwk'), inFile(app, 'jkqzyh')]).toEqual([false, true])
})

test('export-person prints everything that is held of a person, as JSON', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const held = JSON.parse(JSON.stringify(exportPerson(app.deps, theirs)))
  const printed = await said(app, exportOfPerson, theirs)
  expect(printed).toContain(id)
  expect(JSON.parse(printed)).toEqual(held)
  expect(JSON.stringify(app.dump().events)).toContain('person exported')
})

test.each([
  ['erase-person', erasureOfPerson, 'nobody@example.com', 'Nothing is held'],
  ['export-person', exportOfPerson, 'nobody@example.com', 'Nothing is held'],
  ['erase-person', erasureOfPerson, '', 'takes an address'],
  ['export-person', exportOfPerson, '', 'takes an address'],
])('%s refuses whom it cannot find (%#)', async (_, command, who, words) => {
  await expect(said(testApp(), command, who)).rejects.toThrow(words)
})
