import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { startOutbox } from '#src/domain/mailing/worker.ts'
import { enqueue, wakeOutbox } from '#src/domain/outbox/enqueue.ts'
import { givesUpAfter, lease, markSent, takeDue } from '#src/domain/outbox/queue.ts'
import {
  letter,
  letters,
  putLetters,
  saveMailSettings,
  smtpSettings,
  subjects,
  turn,
} from '../support/mail-settings.ts'
import { smtpServer } from '../support/smtp-server.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

function start(house: TestApp) {
  const worker = startOutbox(house.deps)
  onTestFinished(() => worker.stop())
  return worker
}

describe('the outbox', () => {
  test('delivers a letter soon after the change that caused it', async () => {
    const house = testApp()
    const server = await smtpServer()
    saveMailSettings(house, smtpSettings(server.port))
    start(house)
    putLetters(house, 1)
    await vi.waitFor(() => expect(letter(house, 1).state).toBe('sent'), 10_000)
    expect(server.arrived[0]).toMatchObject({ to: ['team@example.com'] })
    expect(server.arrived[0]?.mail.text).toContain('/admin/applications/AAAA-AAAA-AAAA')
  })

  test('sends nothing of a change that was rolled back', async () => {
    const house = testApp()
    const server = await smtpServer()
    saveMailSettings(house, smtpSettings(server.port))
    start(house)
    const change = house.deps.db.sqlite.transaction(() => {
      putLetters(house, 1)
      throw new Error('no')
    })
    expect(() => change.immediate()).toThrow('no')
    putLetters(house, 1, 'BBBB-BBBB-BBBB')
    await vi.waitFor(() => expect(server.arrived).toHaveLength(1), 10_000)
    expect(server.arrived[0]?.mail.text).toContain('BBBB-BBBB-BBBB')
  })

  test('waits while nothing is configured, however long, and lets all go when settings are saved', async () => {
    const house = testApp()
    const server = await smtpServer()
    start(house)
    putLetters(house, 3)
    house.clock.now += givesUpAfter * 3
    wakeOutbox(house.deps)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(outboxStatus(house.deps)).toMatchObject({
      waiting: 3,
      sent: 0,
      failed: 0,
      sending: false,
    })
    saveMailSettings(house, smtpSettings(server.port))
    await vi.waitFor(
      () => expect(outboxStatus(house.deps)).toMatchObject({ waiting: 0, sent: 3, sending: true }),
      10_000,
    )
    expect(server.arrived).toHaveLength(3)
  })

  test('writes the same letter about an application once, and one about none once', () => {
    const house = testApp()
    const about = (application: string) =>
      enqueue(
        house.deps,
        { kind: 'new-application', application, businessName: 'Sample Ltd', accountType: 'cash' },
        'new',
      )
    const to = { name: 'Sample Ltd', address: 'office@sample.example.com' }
    const aboutNone = (client: number) =>
      enqueue(house.deps, { kind: 'set-password', to, client }, 'asked once')
    for (const _ of [1, 2]) {
      about('AAAA-AAAA-AAAA')
      about('BBBB-BBBB-BBBB')
      aboutNone(1)
    }
    expect(letters(house).map(({ application }) => application)).toEqual([
      'AAAA-AAAA-AAAA',
      'BBBB-BBBB-BBBB',
      null,
    ])
  })

  test('counts what was sent up to ten thousand', () => {
    const house = testApp()
    house.deps.db.sqlite.exec(
      `insert into outbox (kind, letter, dedupe_key, state, created_at, next_at)
       with recursive rows(at) as (values (1) union all select at + 1 from rows where at < 10001)
       select 'receipt', '{}', at, 'sent', 0, 0 from rows`,
    )
    expect(outboxStatus(house.deps)).toMatchObject({ sent: 10_000, sentIsMinimum: true })
  })

  test('keeps the order of an application, also past a failure; others go ahead', async () => {
    const house = testApp()
    const server = await smtpServer()
    saveMailSettings(house, smtpSettings(server.port))
    putLetters(house, 2, 'AAAA-AAAA-AAAA')
    putLetters(house, 1, 'BBBB-BBBB-BBBB')
    server.answer.rcpt = 451
    expect(await turn(house)).toBe('failed')
    server.answer.rcpt = null
    expect(await turn(house)).toBe('sent')
    expect(await turn(house)).toBe('nothing')
    expect(letters(house).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'sent'])
    house.clock.now += 60_000
    while ((await turn(house)) === 'sent');
    expect(subjects(server).slice(1)).toEqual([
      'New application: Number 1',
      'New application: Number 2',
    ])
  })

  test('works off a backlog of 300 in one go', async () => {
    const house = testApp()
    const server = await smtpServer()
    for (let n = 0; n < 100; n += 1) putLetters(house, 3, `APP-${n}`)
    saveMailSettings(house, smtpSettings(server.port))
    start(house)
    await vi.waitFor(() => expect(server.arrived).toHaveLength(300), 15_000)
    expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(300)
  })

  test('stops after the letter under way, and the next start goes on', async () => {
    const house = testApp()
    const server = await smtpServer()
    putLetters(house, 20)
    saveMailSettings(house, smtpSettings(server.port))
    const first = start(house)
    await vi.waitFor(() => expect(server.arrived.length).toBeGreaterThan(2), 10_000)
    await first.stop()
    const before = server.arrived.length
    expect(letters(house).filter(({ state }) => state === 'leased')).toEqual([])
    expect(letters(house).filter(({ state }) => state === 'sent')).toHaveLength(before)
    start(house)
    await vi.waitFor(() => expect(server.arrived).toHaveLength(20), 10_000)
  })
})

describe('a crash', () => {
  test('before the sending loses nothing: the lease runs out and the letter goes', async () => {
    const house = testApp()
    const server = await smtpServer()
    saveMailSettings(house, smtpSettings(server.port))
    putLetters(house, 1)
    takeDue(house.deps)
    expect(await turn(house)).toBe('nothing')
    house.clock.now += lease
    expect(await turn(house)).toBe('sent')
    expect(server.arrived).toHaveLength(1)
  })

  test('between the server’s yes and our note of it doubles that one letter, under one Message-ID', async () => {
    const house = testApp()
    const server = await smtpServer()
    saveMailSettings(house, smtpSettings(server.port))
    putLetters(house, 2)
    await turn(house)
    const { deps } = house
    deps.db.sqlite
      .prepare("update outbox set state = 'leased', leased_until = ? where id = 1")
      .run(deps.now())
    while ((await turn(house)) === 'sent');
    const ids = server.arrived.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(3)
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(2)
  })

  test('of a worker whose lease has run out cannot mark what another one holds', () => {
    const house = testApp()
    putLetters(house, 1)
    const slow = takeDue(house.deps)
    house.clock.now += lease
    const quick = takeDue(house.deps)
    expect([slow?.id, quick?.id]).toEqual([1, 1])
    expect(slow && markSent(house.deps, slow)).toBe(false)
    expect(quick && markSent(house.deps, quick)).toBe(true)
  })

  test('apart, two workers never send the same letter', async () => {
    const house = testApp()
    const server = await smtpServer()
    for (let n = 0; n < 30; n += 1) putLetters(house, 1, `APP-${n}`)
    saveMailSettings(house, smtpSettings(server.port))
    start(house)
    start(house)
    await vi.waitFor(() => expect(outboxStatus(house.deps).sent).toBe(30), 10_000)
    expect(server.arrived).toHaveLength(30)
    expect(letters(house).every(({ attempts }) => attempts === 1)).toBe(true)
  })
})
