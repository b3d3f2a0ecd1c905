import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { discardLetter, outboxStatus, resendLetter } from '#src/domain/mailing/status.ts'
import { startOutbox } from '#src/domain/mailing/worker.ts'
import { backoff, givesUpAfter, takeDue } from '#src/domain/outbox/queue.ts'
import {
  letter,
  letters,
  officer,
  putLetters,
  saveMailSettings,
  smtpSettings,
  subjects,
  turn,
} from '../support/mail-settings.ts'
import { closedPort, dropsAfterData, rawPeer, smtpServer } from '../support/smtp-server.ts'
import { testApp } from '../support/test-app.ts'

describe('an outage', () => {
  test.each([
    ['refusing', async () => closedPort(), 'REFUSED'],
    ['dropping after the message', async () => (await rawPeer(dropsAfterData)).port, 'DROPPED'],
    [
      'not a mail server',
      async () => (await rawPeer((s) => s.write('SSH-2.0-x\r\n'))).port,
      'NOT_SMTP',
    ],
  ])('of two hours, %s, loses nothing and sends each letter once', async (_, broken, reason) => {
    const house = testApp()
    const server = await smtpServer()
    saveMailSettings(house, smtpSettings(await broken()))
    putLetters(house, 3)
    for (let minute = 0; minute < 120; minute += 1) {
      await turn(house)
      house.clock.now += 60_000
    }
    expect(letter(house, 1)).toMatchObject({ state: 'waiting', lastReason: reason })
    expect(letter(house, 1).attempts).toBeLessThan(12)
    saveMailSettings(house, smtpSettings(server.port))
    while ((await turn(house)) === 'sent');
    expect(subjects(server)).toEqual([1, 2, 3].map((n) => `New application: Number ${n}`))
  })

  test('of encryption keeps the letters and the password, unless the operator vouches for the host', async () => {
    const server = await smtpServer()
    // a spelling that only the resolver turns into an address of this machine
    const settings = smtpSettings(server.port, { smtpHost: '127.1' })
    const doubtful = testApp()
    saveMailSettings(doubtful, settings)
    putLetters(doubtful, 1)
    expect(await turn(doubtful)).toBe('down')
    expect(server.signIns).toEqual([])
    const reason = 'The server offers no encryption, so the password was not sent'
    expect(outboxStatus(doubtful.deps)).toMatchObject({ waiting: 1, letters: [{ reason }] })
    const vouched = testApp({ env: { SMTP_LOCAL_HOSTS: '127.1' } })
    saveMailSettings(vouched, settings)
    putLetters(vouched, 1)
    expect(await turn(vouched)).toBe('sent')
  })

  test('holds up no request: the worker leaves a dead server alone and every letter is still there', async () => {
    const house = testApp()
    saveMailSettings(house, smtpSettings(await closedPort()))
    const worker = startOutbox(house.deps)
    onTestFinished(() => worker.stop())
    for (let n = 0; n < 60; n += 1) putLetters(house, 1, `APP-${n}`)
    await vi.waitFor(() => expect(outboxStatus(house.deps).lastFailure).not.toBeNull(), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(outboxStatus(house.deps)).toMatchObject({
      waiting: 60,
      lastFailure: { reason: 'The server refused the connection' },
      letters: [{ id: 1, attempts: 1 }],
    })
    expect(letters(house).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1)
  })

  test('with 4xx ends after 48 hours of trying, and not before', async () => {
    const house = testApp()
    const server = await smtpServer()
    server.answer.rcpt = 451
    saveMailSettings(house, smtpSettings(server.port))
    putLetters(house, 1)
    const began = house.clock.now
    while (letter(house, 1).state === 'waiting') {
      house.clock.now = letter(house, 1).nextAt
      await turn(house)
    }
    expect(letter(house, 1)).toMatchObject({ state: 'dead', lastReason: 'REJECTED 451' })
    expect(house.clock.now - began).toBeGreaterThanOrEqual(givesUpAfter)
    expect(house.clock.now - began).toBeLessThan(givesUpAfter + 3_600_000 * 1.3)
    server.answer.rcpt = null
    resendLetter(house.deps, officer, 1)
    expect(await turn(house)).toBe('sent')
  })

  test('a permanent refusal is believed the second time', async () => {
    const house = testApp()
    const server = await smtpServer()
    server.answer.rcpt = 550
    saveMailSettings(house, smtpSettings(server.port))
    putLetters(house, 2)
    await turn(house)
    expect(letter(house, 1).state).toBe('waiting')
    house.clock.now += 60_000
    await turn(house)
    expect(outboxStatus(house.deps)).toMatchObject({
      failed: 1,
      waiting: 1,
      letters: [{ id: 1, state: 'dead', reason: 'The server rejected the message (550)' }],
    })
    server.answer.rcpt = null
    expect(await turn(house)).toBe('sent')
    discardLetter(house.deps, officer, 1)
    expect(letter(house, 1).state).toBe('discarded')
    expect(() => resendLetter(house.deps, officer, 1)).toThrow('already been sent or discarded')
    expect(() => resendLetter(house.deps, officer, 99)).toThrow('This email no longer exists')
  })

  test('a wrong password gives up no letter', async () => {
    const house = testApp()
    const server = await smtpServer()
    server.answer.auth = false
    saveMailSettings(house, smtpSettings(server.port))
    putLetters(house, 1)
    for (let n = 0; n < 5; n += 1) {
      await turn(house)
      house.clock.now = letter(house, 1).nextAt
    }
    expect(letter(house, 1)).toMatchObject({ state: 'waiting', lastReason: 'AUTH_FAILED 535' })
  })
})

test('tries are 30 seconds apart, then twice as long each, up to an hour, a fifth more or less', () => {
  expect([1, 2, 3, 8, 40].map((attempts) => backoff(attempts, 0.5))).toEqual([
    30_000, 60_000, 120_000, 3_600_000, 3_600_000,
  ])
  expect([backoff(1, 0), backoff(1, 1)]).toEqual([24_000, 36_000])
})

test('letters written under a clock that was weeks ahead go once it is set back', async () => {
  const house = testApp()
  const server = await smtpServer()
  const weeks = 40 * 24 * 60 * 60_000
  saveMailSettings(house, smtpSettings(server.port))
  house.clock.now += weeks
  putLetters(house, 1, 'AAAA-AAAA-AAAA')
  putLetters(house, 1, 'BBBB-BBBB-BBBB')
  // the process was killed with the first in hand
  takeDue(house.deps)
  house.clock.now -= weeks
  expect([await turn(house), await turn(house)]).toEqual(['sent', 'sent'])
})
