import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock } from '#db/lock.ts'
import { person } from '#src/commands/person.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { rewriteWhenDue } from '#src/domain/maintenance/rewriting.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { run } from '../../support/commands.ts'

/** Thirty drafts, filled in turns: as they grow, SQLite moves rows and leaves a copy of one. Returns their ids. */
async function crowd(app: TestApp) {
  const drafts: { browser: ReturnType<TestApp['browser']>; id: string }[] = []
  for (let index = 0; index < people; index++) {
    const browser = app.browser()
    drafts.push({ browser, id: await startDraft(browser) })
  }
  for (const [section, step] of [[1, 7] as const, [3, 11] as const, [5, 13] as const])
    for (let turn = 0; turn < people; turn++) {
      const index = (turn * step) % people
      const { browser, id } = drafts[index] ?? expect.fail()
      const businessName = `${nameOf(index)} Ltd${'x'.repeat((index * 37) % 90)}`
      const own = { mainEmail: `${nameOf(index)}@example.com`, businessName }
      await browser.put(`/api/applications/${id}`, sectionSave(section, section === 1 ? own : {}))
    }
  return drafts.map(({ id }) => id)
}

const people = 30

const nameOf = (index: number) => `zq${index}zq`

function isInFile({ deps: { db } }: TestApp, text: string) {
  db.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  return readFileSync(db.path).includes(text)
}

test('leaves nothing of people whose drafts grew between others after person erase', async () => {
  const app = testApp()
  const left: string[] = []
  for (const [index, id] of (await crowd(app)).slice(0, 8).entries()) {
    expect(isInFile(app, nameOf(index))).toBe(true)
    await run(app, person, 'erase', id, '--yes')
    if (isInFile(app, nameOf(index))) left.push(nameOf(index))
  }
  expect(left).toEqual([])
})

const unusedPages = ({ deps }: TestApp) =>
  Number(deps.db.sqlite.pragma('freelist_count', { simple: true }))

test('rewrites the database file once after an erasure, and keeps every other row as it was', async () => {
  const app = testApp()
  const ids = await crowd(app)
  await rewriteWhenDue(app.deps)
  for (const id of ids.slice(0, 15)) await erasePerson(app.deps, id)
  expect(unusedPages(app)).toBeGreaterThan(0)
  const before = app.dump()
  await rewriteWhenDue(app.deps)
  expect(unusedPages(app)).toBe(0)
  expect(ids.slice(0, 15).filter((_, index) => isInFile(app, nameOf(index)))).toEqual([])
  expect({ ...app.dump(), installation: null }).toEqual({ ...before, installation: null })
  const stored = app.dump()
  app.clock.now += hours(1)
  await rewriteWhenDue(app.deps)
  expect(app.dump()).toEqual(stored)
})

test('rewrites the database file at three in the morning, once a night', async () => {
  const app = testApp({ env: { APP_TIMEZONE: 'Europe/London' } })
  const rewritten = () => app.dump().installation
  const after = async (time: number) => {
    const before = rewritten()
    app.clock.now += time
    await rewriteWhenDue(app.deps)
    return JSON.stringify(rewritten()) !== JSON.stringify(before)
  }
  expect(await after(hours(16))).toBe(false)
  expect(await after(hours(1))).toBe(true)
  expect(await after(minutes(5))).toBe(false)
  expect(await after(hours(12))).toBe(false)
  expect(await after(hours(12))).toBe(true)
})

test('leaves the rewriting to a running server when a command erases somebody', async () => {
  const app = testApp()
  const ids = await crowd(app)
  for (const id of ids.slice(1, 15)) await erasePerson(app.deps, id)
  const release = takeLock(app.deps.env.DATA_DIR)
  onTestFinished(release)
  const lines = await run(app, person, 'erase', ids[0] ?? '', '--yes')
  expect(lines).toContain(
    'The server rewrites its database within five minutes, so that no trace of the person is left in it.',
  )
  expect(unusedPages(app)).toBeGreaterThan(0)
  await rewriteWhenDue(app.deps)
  expect(unusedPages(app)).toBe(0)
})

test.each<[string, (app: TestApp, ids: Ids) => unknown]>([
  ['an erasure', ({ deps }, { submitted }) => erasePerson(deps, submitted)],
  [
    'the deletion of a draft',
    (_, { applicant, draft }) =>
      applicant.postForm('/client-form', { action: 'start-again', draft }),
  ],
  [
    'the clean-up of old drafts',
    (app) => {
      app.clock.now += days(31)
      return cleanUp(app.deps)
    },
  ],
])('leaves no name in the file or its write-ahead log after %s', async (_, remove) => {
  const app = testApp()
  const submitted = await submit(app.browser(), named('zqsubmittedzq'))
  const applicant = app.browser()
  const saved = await applicant.post('/api/applications', sectionSave(1, named('zqdraftzq')))
  const before = leftOf(app)
  await remove(app, { submitted, draft: String(saved.json?.id), applicant })
  expect(before).toEqual(['zqsubmittedzq', 'zqdraftzq'])
  expect(leftOf(app)).toHaveLength(1)
})

type Ids = { submitted: string; draft: string; applicant: ReturnType<TestApp['browser']> }

const named = (name: string) => ({ businessName: `${name} Ltd`, mainEmail: `${name}@example.com` })

/** The names that are in the file or its log, as they are. */
function leftOf({ deps: { db } }: TestApp) {
  const bytes = ['', '-wal'].map((end) => readFileSync(`${db.path}${end}`).toString('latin1'))
  return ['zqsubmittedzq', 'zqdraftzq'].filter((name) => bytes.some((text) => text.includes(name)))
}
