import { describe, expect, test } from 'vitest'
import { dropIdleDrafts } from '#src/domain/applications/drafts.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import { dropOldLetters, erasePerson } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { dropRetired } from '#src/domain/privacy/retention.ts'
import { adminBrowser } from '../support/admins.ts'
import { fillDraft, stored, submit } from '../support/applicants.ts'
import { answers } from '../support/application-answers.ts'
import { lettersOf, mint, password, signedIn } from '../support/clients.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const day = 24 * 60 * 60 * 1000
const theirs = answers[1].mainEmail

/** Every word that is stored, images aside. */
const everything = (house: TestApp) => JSON.stringify(house.dump())

/** Everything that the made-up person typed and nobody else did. */
const words = [
  theirs,
  answers[1].businessName,
  answers[1].telephone,
  answers[4].buyerName,
  'Żółć',
  answers[5].siteContact,
]

describe('an export', () => {
  test('holds what the person typed, signed, and what was done with it, and no secret', async () => {
    const house = testApp()
    const id = await submit(house.browser())
    const text = JSON.stringify(exportPerson(house.deps, theirs.toUpperCase()))
    for (const word of [...words, id, 'application submitted', 'receipt', 'data:image/png;base64,'])
      expect(text).toContain(word)
    expect(text).not.toMatch(/passwordHash|tokenHash|Key"|"seq"/)
    expect(text).toContain('2026-11-20T10:00:00.000Z')
  })

  test('by reference is the same as by address', async () => {
    const house = testApp()
    const id = await submit(house.browser())
    const by = (who: string) => ({ ...exportPerson(house.deps, who), person: '' })
    expect(by(id)).toEqual(by(theirs))
  })

  test('names the applications of others in which the address stands as a contact', async () => {
    const house = testApp()
    const id = await submit(house.browser())
    expect(exportPerson(house.deps, answers[4].buyerEmail)).toMatchObject({
      applications: [],
      namedIn: [{ application: id, fields: ['buyerEmail'] }],
    })
  })

  test('of somebody nobody knows is nothing', () => {
    expect(exportPerson(testApp().deps, 'nobody@example.com')).toBeNull()
  })
})

describe('an erasure', () => {
  test('leaves not a word of the person, everything of the others, and a history that verifies', async () => {
    const house = testApp()
    const id = await submit(house.browser())
    const other = await submit(house.browser(), {
      ...Object.fromEntries(words.map((word) => [word, word])),
      mainEmail: 'other@example.com',
      businessName: 'Other Sample Ltd',
    })
    const before = stored(house, other)
    expect(await erasePerson(house.deps, ` ${theirs.toUpperCase()} `)).toEqual({
      erased: [id],
      mentions: [],
    })
    expect(exportPerson(house.deps, theirs)).toBeNull()
    expect(stored(house, other)).toEqual(before)
    expect(everything(house)).not.toContain(theirs)
    expect(everything(house)).not.toContain(answers[1].businessName)
    const { breaks, erased } = verifyChain(house.deps)
    expect([breaks, erased > 0]).toEqual([[], true])
    expect(everything(house)).toContain('person erased')
  })

  test('of the only person leaves nothing that they typed, letters included', async () => {
    const house = testApp()
    await submit(house.browser())
    for (const word of words) expect(everything(house)).toContain(word)
    await erasePerson(house.deps, theirs)
    for (const word of words) expect(everything(house)).not.toContain(word)
    expect(house.dump()).toMatchObject({ clients: [], signatures: [], signings: [], outbox: [] })
    expect(verifyChain(house.deps).breaks).toEqual([])
  })

  test('finds the letters to every address that the account ever had', async () => {
    const house = testApp()
    const { id } = await signedIn(house)
    const admin = await adminBrowser(house)
    const path = `/api/applications/${id}`
    for (const address of ['second@example.com', 'third@example.com']) {
      house.clock.now += 1000
      await admin.patch(`${path}/sign-in-address`, { email: address })
      await house.browser().post('/api/client/set-password', { token: mint(house, id), password })
    }
    for (const kind of ['password-changed', 'sign-in-left'] as const)
      expect(lettersOf(house, kind).length).toBeGreaterThan(1)
    await erasePerson(house.deps, id)
    expect(house.dump()).toMatchObject({ outbox: [] })
    for (const word of [theirs, 'second@example.com', 'third@example.com'])
      expect(everything(house)).not.toContain(word)
  })

  test('frees the address', async () => {
    const house = testApp()
    await submit(house.browser())
    await erasePerson(house.deps, theirs)
    expect(await submit(house.browser())).toMatch(/-/)
  })

  test('of somebody nobody knows changes nothing', async () => {
    const house = testApp()
    await submit(house.browser())
    const before = house.dump()
    expect((await erasePerson(house.deps, 'nobody@example.com')).erased).toEqual([])
    expect(house.dump()).toEqual(before)
  })
})

test('the values in the events of a removed draft are gone with it', async () => {
  const house = testApp()
  const gone = { mainEmail: 'gone@example.com', buyerName: 'Gone Sample' }
  await fillDraft(house.browser(), gone)
  const kept = await submit(house.browser())
  expect(everything(house)).toContain(gone.buyerName)
  house.clock.now += 31 * day
  expect(await dropIdleDrafts(house.deps)).toBe(1)
  for (const word of Object.values(gone)) expect(everything(house)).not.toContain(word)
  expect(eventsOf(house.deps, kept)[0]?.changes).not.toBeNull()
  expect(verifyChain(house.deps).breaks).toEqual([])
})

test('a letter that belongs to no application is removed 30 days after it was settled, not before', async () => {
  const house = testApp()
  await submit(house.browser())
  const to = { name: '', address: 'reader@example.com' }
  enqueue(house.deps, { kind: 'duplicate-portal', to }, 'settled')
  enqueue(house.deps, { kind: 'duplicate-portal', to }, 'waiting')
  const settle = "update outbox set state = 'sent' where dedupe_key <> 'waiting'"
  house.deps.db.sqlite.prepare(settle).run()
  const kept = () => house.deps.db.sqlite.prepare('select dedupe_key from outbox').pluck().all()
  const before = kept()
  house.clock.now += 30 * day
  dropOldLetters(house.deps)
  expect(kept()).toEqual(before)
  house.clock.now += 1
  dropOldLetters(house.deps)
  expect(kept()).toEqual(before.filter((key) => key !== 'settled'))
})

describe('a decided application', () => {
  const settings = { RETENTION_REJECTED_DAYS: '30', RETENTION_APPROVED_DAYS: '90' }
  const decided = async (status: string, env: Record<string, string>) => {
    const house = testApp({ env })
    const id = await submit(house.browser())
    house.deps.db.sqlite.prepare('update applications set status = ?').run(status)
    return { house, id }
  }
  const cases: [status: string, env: Record<string, string>, days: number, gone: number][] = [
    ['rejected', settings, 30, 0],
    ['rejected', settings, 31, 1],
    ['approved', settings, 90, 0],
    ['approved', settings, 91, 1],
    ['submitted', settings, 4000, 0],
    ['rejected', {}, 4000, 0],
    ['approved', {}, 4000, 0],
  ]
  test.each(cases)('%s, with %j, after %i days: %i removed', async (status, env, days, gone) => {
    const { house, id } = await decided(status, env)
    house.clock.now += days * day
    expect(await dropRetired(house.deps)).toBe(gone)
    if (gone) expect(everything(house)).not.toContain(theirs)
    else expect(stored(house, id).application.mainEmail).toBe(theirs)
    expect(verifyChain(house.deps).breaks).toEqual([])
  })
})
