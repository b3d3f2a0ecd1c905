import { generateHOTP } from 'oslo/otp'
import { describe, expect, test } from 'vitest'
import { resetAdmin } from '#src/domain/admins.ts'
import { days, minutes, seconds } from '#src/domain/durations.ts'
import { adminBrowser, reviewer } from '../support/admins.ts'
import type { Browser } from '../support/browser.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const signIn = (browser: Browser, changes: Partial<typeof reviewer> = {}) =>
  browser.post('/api/admin/login', { ...reviewer, ...changes })

describe('the second factor', () => {
  test('leaves no more than a question for a code while it is to come', async () => {
    const house = testApp()
    const { codeAt } = await withSecondFactor(house)
    const browser = house.browser()
    house.clock.now += minutes(1)
    expect((await signIn(browser)).json?.next).toBe('code')
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.get('/api/applications')).status).toBe(401)
    const code = await codeAt(house.clock.now)
    expect((await browser.post('/api/admin/challenge', { code })).status).toBe(200)
    expect((await browser.get('/api/admin/me')).json).toEqual({ username: 'reviewer', totp: true })
  })

  test('takes a code once: a replay is refused, also from another browser at the same moment', async () => {
    const house = testApp()
    const { codeAt } = await withSecondFactor(house)
    house.clock.now += minutes(1)
    const browsers = [house.browser(), house.browser(), house.browser()]
    for (const browser of browsers) await signIn(browser)
    const code = await codeAt(house.clock.now)
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/api/admin/challenge', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('takes the code of the step before, but no older and no later one', async () => {
    const house = testApp()
    const { codeAt } = await withSecondFactor(house)
    house.clock.now += minutes(10)
    const tries: [number, number][] = [
      [-60, 400],
      [30, 400],
      [-30, 200],
    ]
    for (const [shift, status] of tries) {
      const browser = house.browser()
      await signIn(browser)
      const code = await codeAt(house.clock.now + seconds(shift))
      expect((await browser.post('/api/admin/challenge', { code })).status).toBe(status)
    }
  })

  test('takes each recovery code once, as it was typed or without its dashes', async () => {
    const house = testApp()
    const { recoveryCodes } = await withSecondFactor(house)
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    for (const [code, status] of [
      [first.toLowerCase().replaceAll('-', ''), 200],
      [first, 400],
      [second, 200],
    ] as const) {
      const browser = house.browser()
      await signIn(browser)
      expect((await browser.post('/api/admin/challenge', { code })).status).toBe(status)
    }
    expect(JSON.stringify(house.dump())).not.toContain(first)
  })

  test('allows five tries in five minutes on every path that takes a code', async () => {
    const house = testApp({ limitFactor: 1 })
    const { browser } = await withSecondFactor(house)
    const challenged = house.browser()
    await signIn(challenged)
    for (let at = 0; at < 3; at++) await challenged.post('/api/admin/challenge', { code: '000000' })
    const off = () =>
      browser.send('/api/admin/account/totp', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: '000000' }),
      })
    expect([(await off()).status, (await off()).status, (await off()).status]).toEqual([
      400, 400, 429,
    ])
  })

  test('is set up and taken away with a fresh password only', async () => {
    const house = testApp()
    const browser = await adminBrowser(house)
    house.clock.now += minutes(11)
    const stale = await browser.post('/api/admin/account/totp')
    expect(stale.status).toBe(403)
    expect(stale.json?.errors).toHaveProperty('password')
    const wrong = await browser.post('/api/admin/account/confirm', { password: 'wrong' })
    expect(wrong.status).toBe(400)
    await browser.post('/api/admin/account/confirm', { password: reviewer.password })
    expect((await browser.post('/api/admin/account/totp')).status).toBe(200)
  })

  test('stays when the password is reset', async () => {
    const house = testApp()
    await withSecondFactor(house)
    const password = 'seven green lamps'
    await resetAdmin(house.deps, { kind: 'system' }, reviewer.username, { password })
    expect((await signIn(house.browser(), { password })).json?.next).toBe('code')
  })

  test('is kept sealed, and its half-session lasts five minutes', async () => {
    const house = testApp()
    const { codeAt, secret } = await withSecondFactor(house)
    expect(JSON.stringify(house.dump())).not.toContain(secret)
    const browser = house.browser()
    house.clock.now += days(1)
    await signIn(browser)
    house.clock.now += minutes(6)
    const late = await browser.post('/api/admin/challenge', { code: await codeAt(house.clock.now) })
    expect(late.status).toBe(401)
  })
})

/** Sets the second factor up as the dialog does; answers what the admin's app would know. */
async function withSecondFactor(house: TestApp) {
  const browser = await adminBrowser(house)
  const secret = String((await browser.post('/api/admin/account/totp')).json?.secret)
  const bytes = fromBase32(secret)
  const codeAt = (at: number) => generateHOTP(bytes, Math.floor(at / 30_000))
  const { status, json } = await browser.put('/api/admin/account/totp', {
    code: await codeAt(house.clock.now),
  })
  expect(status).toBe(200)
  return { browser, secret, codeAt, recoveryCodes: json?.recoveryCodes as string[] }
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
