import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copiesOfErased } from '#src/commands/doctor-data.ts'
import { person } from '#src/commands/person.ts'
import { makeCopy } from '#src/domain/backup/local-copies.ts'
import { days, minutes } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { submit } from '../../support/app/applicants.ts'
import { email } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { run } from '../../support/commands.ts'

async function oneDay(app: TestApp) {
  app.clock.now += days(1)
  await cleanUp(app.deps)
  await makeCopy(app.deps, true)
}

const folderOf = ({ deps }: TestApp) => join(deps.env.DATA_DIR, 'backups')

/** The copies in which the person's address can still be read. */
const holding = (app: TestApp) =>
  readdirSync(folderOf(app)).filter((name) =>
    readFileSync(join(folderOf(app), name)).includes(email),
  )

test('names at an erasure every copy that still holds the person with its last day, and then removes them', async () => {
  const app = testApp()
  await submit(app.browser())
  await makeCopy(app.deps, true)
  const [copy = ''] = holding(app)
  const bytes = readFileSync(join(folderOf(app), copy))
  const others = [
    copy.replace('countersign', 'replaced'),
    `${copy.replace('countersign', 'replaced')}-wal`,
  ]
  const cutOff = 'countersign-2026-11-20T09-00-00-000Z.db.partial'
  for (const name of [...others, cutOff]) writeFileSync(join(folderOf(app), name), bytes)
  await cleanUp(app.deps)
  app.clock.now += days(1)
  const lines = await run(app, person, 'erase', email, '--yes')
  const path = (name: string) => join(folderOf(app), name)
  const named = [
    `${path(copy)} until 27 December 2026`,
    `${path(others[0] ?? '')} until 27 December 2026`,
    `${path(cutOff)}, cut off, until the server starts or makes its next copy`,
  ]
  expect(lines.slice(-5)).toEqual([
    'These backups still contain the person:',
    ...named.map((line) => `  ${line}`),
    'Delete any copies that you keep elsewhere yourself.',
  ])
  const { deps } = app
  expect(copiesOfErased(deps)?.words).toContain(named.join('; '))

  app.clock.now += minutes(1)
  await cleanUp(deps)
  await makeCopy(deps, true)
  expect(holding(app)).toEqual([copy, ...others])
  expect(copiesOfErased(deps)?.words).not.toContain('cut off')
  for (let day = 2; day < 37; day += 1) await oneDay(app)
  expect(holding(app)).toEqual([copy, ...others])
  await oneDay(app)
  expect(holding(app)).toEqual([])
  expect(copiesOfErased(deps)).toBeNull()
})
