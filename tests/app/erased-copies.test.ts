import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyFindings } from '#src/commands/copies-held.ts'
import { erasureOfPerson } from '#src/commands/erase-person.ts'
import { days, minutes } from '#src/domain/durations.ts'
import { backUpWhenDue, sweep } from '#src/domain/maintenance/schedule.ts'
import { submit } from '../support/applicants.ts'
import { email } from '../support/clients.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

/** One day of a running server. */
async function oneDay(house: TestApp) {
  house.clock.now += days(1)
  await sweep(house.deps)
  await backUpWhenDue(house.deps)
}

const folderOf = ({ deps }: TestApp) => join(deps.env.DATA_DIR, 'backups')

/** The copies in which the person's address can still be read. */
const holding = (house: TestApp) =>
  readdirSync(folderOf(house)).filter((name) =>
    readFileSync(join(folderOf(house), name)).includes(email),
  )

async function erased(house: TestApp) {
  const said: string[] = []
  const terminal = { say: (line: string) => said.push(line), askSecret: async () => '' }
  await erasureOfPerson.run(house.deps, terminal, [email, '--yes'])
  return said
}

test('an erasure names every copy that still holds the person with its last day, and then they are gone', async () => {
  const house = testApp()
  await submit(house.browser())
  await backUpWhenDue(house.deps)
  const [copy = ''] = holding(house)
  const bytes = readFileSync(join(folderOf(house), copy))
  const others = [
    copy.replace('countersign', 'replaced'),
    `${copy.replace('countersign', 'replaced')}-wal`,
  ]
  const cutOff = 'countersign-2026-11-20T09-00-00-000Z.db.partial'
  for (const name of [...others, cutOff]) writeFileSync(join(folderOf(house), name), bytes)
  await sweep(house.deps)
  house.clock.now += days(1)
  const said = await erased(house)
  const path = (name: string) => join(folderOf(house), name)
  const named = [
    `${path(copy)} until 27 December 2026`,
    `${path(others[0] ?? '')} until 27 December 2026`,
    `${path(cutOff)}, cut off, until the server starts or makes its next copy`,
  ]
  expect(said.slice(-5)).toEqual([
    'These copies still hold them:',
    ...named.map((line) => `  ${line}`),
    'Delete copies that you took elsewhere yourself.',
  ])
  const { deps } = house
  expect(copyFindings(deps.env, deps.db, deps.now())).toEqual([
    { is: 'think', about: 'erased', words: expect.stringContaining(named.join('; ')) },
    { is: 'think', about: 'cut off', words: expect.stringContaining(path(cutOff)) },
  ])

  house.clock.now += minutes(1)
  await sweep(deps)
  await backUpWhenDue(deps)
  expect(holding(house)).toEqual([copy, ...others])
  expect(copyFindings(deps.env, deps.db, deps.now())).toMatchObject([{ about: 'erased' }])
  for (let day = 2; day < 37; day += 1) await oneDay(house)
  expect(holding(house)).toEqual([copy, ...others])
  await oneDay(house)
  expect(holding(house)).toEqual([])
  expect(copyFindings(deps.env, deps.db, deps.now())).toEqual([])
})

test('without copies an erasure names none', async () => {
  const house = testApp()
  await submit(house.browser())
  expect((await erased(house)).at(-1)).toBe('1 erased.')
})

test('a clock that is 60 days ahead deletes no copy, and the newest stays the newest', async () => {
  const house = testApp()
  await submit(house.browser())
  for (let day = 0; day < 10; day += 1) await oneDay(house)
  const before = readdirSync(folderOf(house))
  expect(before).toHaveLength(20)
  house.clock.now += days(60)
  await backUpWhenDue(house.deps)
  await sweep(house.deps)
  await backUpWhenDue(house.deps)
  expect(readdirSync(folderOf(house))).toEqual(expect.arrayContaining(before))
  house.clock.now -= days(60)
  await oneDay(house)
  expect(readdirSync(folderOf(house))).toHaveLength(24)
})

test('a copy that was made under a clock far ahead is named too', async () => {
  const house = testApp()
  await submit(house.browser(), { mainEmail: email })
  house.clock.now += days(40)
  await backUpWhenDue(house.deps)
  house.clock.now -= days(40)
  const said = (await erased(house)).join()
  expect(said).toContain('countersign-2026-12-30T10-00-00-000Z.db until 5 February 2027')
  house.clock.now += days(1)
  const { env, db, now } = house.deps
  expect(copyFindings(env, db, now())).toMatchObject([{ about: 'erased' }])
})
