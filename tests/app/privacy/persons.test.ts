import { describe, expect, test } from 'vitest'
import { person } from '#src/commands/person.ts'
import { removeIdleDrafts } from '#src/domain/applications/idle.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { erasePerson, removeOldEmails } from '#src/domain/privacy/erase.ts'
import { findPerson } from '#src/domain/privacy/person.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { fillDraft, stored, submit } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { run } from '../../support/commands.ts'

const day = 24 * 60 * 60 * 1000
const theirs = answers[1].mainEmail

/** Returns every word that is stored, except for images. */
const everything = (app: TestApp) => JSON.stringify(app.dump())

/** Everything that only the invented person typed. */
const words = [
  theirs,
  answers[1].businessName,
  answers[1].telephone,
  answers[4].buyerName,
  'Żółć',
  answers[5].siteContact,
]

describe('an export', () => {
  test('exports what the person typed and signed and what was done with it, and no secret', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    const text = JSON.stringify(exportPerson(app.deps, theirs.toUpperCase()))
    for (const word of [...words, id, 'application submitted', 'receipt', 'data:image/png;base64,'])
      expect(text).toContain(word)
    expect(text).not.toMatch(/passwordHash|tokenHash|Key"|"seq"/)
    expect(text).toContain('2026-11-20T10:00:00.000Z')
  })

  test('lists in an export the applications of others in which the address is a contact', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    expect(JSON.parse(JSON.stringify(exportPerson(app.deps, answers[4].buyerEmail)))).toMatchObject(
      {
        applications: [],
        namedIn: [{ application: id, fields: ['buyerEmail'] }],
      },
    )
  })
})

describe('a person whose address is typed in another spelling', () => {
  const typed = ' Jo@Müller.example '
  const stored = 'jo@xn--mller-kva.example'

  test('finds a person by another spelling of the address, as an applicant and as a contact', async () => {
    const app = testApp()
    const own = await submit(app.browser(), { mainEmail: typed })
    const other = await submit(app.browser(), { buyerEmail: typed })
    const { applications, mentions } = findPerson(app.deps, typed)
    expect(applications.map(({ id }) => id)).toEqual([own])
    expect(mentions).toEqual([{ application: other, fields: ['buyerEmail'] }])
  })

  test('erases a person by another spelling of the address, with emails that only have the address', async () => {
    const app = testApp()
    await submit(app.browser(), { mainEmail: typed })
    const to = { name: 'Jo', address: stored }
    enqueue(app.deps, { kind: 'duplicate-portal', to }, 'made-up')
    expect(everything(app)).toContain(stored)
    await erasePerson(app.deps, typed)
    expect(everything(app)).not.toContain(stored)
  })
})

describe('an erasure', () => {
  test('erases every word of the person, keeps everything of others, and the history verifies', async () => {
    const { app, id, admin } = await review()
    await admin.postForm(`/admin/applications/${id}`, { action: 'note', note: `Rang ${theirs}` })
    const other = await submit(app.browser(), {
      ...Object.fromEntries(words.map((word) => [word, word])),
      mainEmail: 'other@example.com',
      businessName: 'Other Sample Ltd',
    })
    const before = stored(app, other)
    expect(await erasePerson(app.deps, ` ${theirs.toUpperCase()} `)).toEqual({
      erased: [id],
      mentions: [],
    })
    expect(exportPerson(app.deps, theirs)).toBeNull()
    expect(stored(app, other)).toEqual(before)
    expect(everything(app)).not.toContain(theirs)
    expect(everything(app)).not.toContain(answers[1].businessName)
    const { breaks, erased } = verifyChain(app.deps)
    expect([breaks, erased > 0]).toEqual([[], true])
    expect(everything(app)).toContain('person erased')
  })

  test('erases everything that the only person typed, emails included', async () => {
    const app = testApp()
    await submit(app.browser())
    for (const word of words) expect(everything(app)).toContain(word)
    await erasePerson(app.deps, theirs)
    for (const word of words) expect(everything(app)).not.toContain(word)
    expect(app.dump()).toMatchObject({ clients: [], signatures: [], documents: [], jobs: [] })
    expect(verifyChain(app.deps).breaks).toEqual([])
  })
})

test('erases emails about a draft to an address that was typed before', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser, { mainEmail: 'typed.before@example.com' })
  expect((await browser.post(`/api/applications/${id}/email-link`, {})).status).toBe(202)
  await browser.put(`/api/applications/${id}`, sectionSave(1))
  expect(emailsOf(app, 'draft-link')).toHaveLength(1)
  await erasePerson(app.deps, theirs)
  expect(everything(app)).not.toContain('typed.before')
  expect(emailsOf(app, 'draft-link')).toEqual([])
})

test('removes the values in a draft’s events with the draft', async () => {
  const app = testApp()
  const gone = { mainEmail: 'gone@example.com', buyerName: 'Gone Sample' }
  await fillDraft(app.browser(), gone)
  const kept = await submit(app.browser())
  expect(everything(app)).toContain(gone.buyerName)
  app.clock.now += 31 * day
  expect(await removeIdleDrafts(app.deps)).toBe(1)
  for (const word of Object.values(gone)) expect(everything(app)).not.toContain(word)
  expect(eventsOf(app.deps, kept)[0]?.changes).not.toBeNull()
  expect(verifyChain(app.deps).breaks).toEqual([])
})

test('removes an email without an application 30 days after it was settled, not before', async () => {
  const app = testApp()
  await submit(app.browser())
  const to = { name: '', address: 'reader@example.com' }
  enqueue(app.deps, { kind: 'duplicate-portal', to }, 'settled')
  enqueue(app.deps, { kind: 'duplicate-portal', to }, 'waiting')
  const settle = "update jobs set state = 'sent' where dedupe_key <> 'waiting'"
  app.deps.db.sqlite.prepare(settle).run()
  enqueue(app.deps, { kind: 'duplicate-portal', to }, 'given up after a long wait')
  const giveUp =
    "update jobs set state = 'dead', last_failed_at = ? where dedupe_key like 'given up%'"
  app.deps.db.sqlite.prepare(giveUp).run(app.clock.now + 29 * day)
  const kept = () => app.deps.db.sqlite.prepare('select dedupe_key from jobs').pluck().all()
  const before = kept()
  app.clock.now += 30 * day
  removeOldEmails(app.deps)
  expect(kept()).toEqual(before)
  app.clock.now += 1
  removeOldEmails(app.deps)
  expect(kept()).toEqual(before.filter((key) => key !== 'settled'))
})

test('says in person erase what would be erased, and erases nothing without --yes', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const before = app.dump()
  const words = (await run(app, person, 'erase', theirs)).join('\n')
  expect(words).toContain(`${id}  ${answers[1].businessName} (submitted)`)
  expect(words).toContain('With --yes')
  expect(app.dump()).toEqual(before)
})

test.each([
  ['erase', 'nobody@example.com', 'There is no data about'],
  ['export', 'nobody@example.com', 'There is no data about'],
  ['erase', '', 'with an address'],
  ['export', '', 'with an address'],
])('refuses to %s the data of a person whom it cannot find (%#)', async (verb, who, words) => {
  await expect(run(testApp(), person, verb, who)).rejects.toThrow(words)
})
