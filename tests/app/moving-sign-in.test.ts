import { describe, expect, test } from 'vitest'
import { clients, signInMoves } from '#db/schema/clients.ts'
import { mintMoveToken } from '#src/domain/accounts/sign-in-moves.ts'
import { messageOf } from '#src/domain/mailing/compose.ts'
import { sweep } from '#src/domain/maintenance/schedule.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../support/admins.ts'
import { fillDraft, submit } from '../support/applicants.ts'
import type { Browser } from '../support/browser.ts'
import { email, lettersOf, mint, password, signedIn } from '../support/clients.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const path = '/api/client/sign-in-address'
const wanted = 'new-desk@example.com'

describe('a customer who asks to sign in with another address', () => {
  test('keeps the present one until the link that went to the new one is confirmed', async () => {
    const house = testApp()
    const { browser } = await signedIn(house)
    const answer = await browser.post(path, { email: wanted, password })
    expect(answer.json).toEqual({ signInEmail: email, askedAddress: wanted })
    expect(lettersOf(house, 'sign-in-confirm')).toMatchObject([
      { to: { name: '', address: wanted } },
    ])
    expect(lettersOf(house, 'sign-in-asked')).toMatchObject([{ to: { address: email } }])
    const token = linkFor(house)
    for (let times = 0; times < 2; times++) {
      const { status, text } = await house.browser().get(`/client-login?address=${token}`)
      expect([status, text]).toEqual([200, expect.stringContaining(wanted)])
    }
    expect((await browser.get('/client-portal')).text).toContain(wanted)
    expect([await enters(house, email), await enters(house, wanted)]).toEqual([200, 401])

    const confirmed = await confirm(house, token)
    expect(confirmed.headers.get('location')).toBe('/client-login?said=address-moved')
    expect([await enters(house, email), await enters(house, wanted)]).toEqual([401, 200])
    expect((await browser.get('/api/client/me')).status).toBe(401)
    expect(lettersOf(house, 'sign-in-left')).toMatchObject([{ to: { address: email } }])
    expect((await confirm(house, token)).status).toBe(400)
    expect(house.logged().join()).not.toContain(token)
  })

  test('gives the password, an address and not the present one, or nothing happens', async () => {
    const house = testApp()
    const { browser } = await signedIn(house)
    const ask = (body: object) => browser.post(path, body)
    expect((await house.browser().post(path, { email: wanted, password })).status).toBe(401)
    const wrong = await ask({ email: wanted, password: 'not the password' })
    expect([wrong.status, wrong.json?.errors]).toEqual([
      403,
      { password: 'This is not your password' },
    ])
    expect((await ask({ email: 'nonsense', password })).json?.errors).toHaveProperty('email')
    expect((await ask({ email: wanted })).json?.errors).toHaveProperty('password')
    expect((await ask({ email: ` ${email.toUpperCase()}`, password })).json?.errors).toEqual({
      email: 'You sign in with this address already',
    })
    expect(pending(house)).toEqual([])
    expect(lettersOf(house, 'sign-in-asked')).toEqual([])
  })

  test('cannot guess the password, nor flood a mailbox', async () => {
    const house = testApp({ limitFactor: 1 })
    const { browser } = await signedIn(house)
    const ask = (body: object) => browser.post(path, { email: wanted, password, ...body })
    for (let times = 0; times < 3; times++) expect((await ask({})).status).toBe(200)
    const flooding = await ask({})
    expect([flooding.status, flooding.json?.message]).toEqual([
      429,
      'Too many links have been asked for. Please try again in 24 hours.',
    ])
    for (let times = 0; times < 10; times++) await ask({ password: 'a guess' })
    const guessing = await ask({})
    expect([guessing.status, guessing.json?.message]).toEqual([
      429,
      'Too many attempts to sign in. Please try again in 15 minutes.',
    ])
  })

  test.each(['submitted', 'draft'])(
    'does not learn that the address is taken by a %s application; its holder hears of it',
    async (status) => {
      const house = testApp()
      const { browser } = await signedIn(house)
      const make = status === 'draft' ? fillDraft : submit
      await make(house.browser(), { mainEmail: wanted })
      const answer = await browser.post(path, { email: wanted, password })
      expect([answer.status, answer.json]).toEqual([
        200,
        { signInEmail: email, askedAddress: wanted },
      ])
      expect(lettersOf(house, 'sign-in-confirm')).toEqual([])
      const kind = status === 'draft' ? 'duplicate-draft' : 'duplicate-portal'
      expect(lettersOf(house, kind)).toMatchObject([{ to: { address: wanted }, tried: 'sign-in' }])
    },
  )

  test('does the same without scripts', async () => {
    const house = testApp()
    const { browser } = await signedIn(house)
    expect((await browser.get('/client-portal')).text).toContain('You sign in with')
    const open = await browser.get('/client-portal?tab=business&dialog=sign-in')
    expect(open.text).toMatch(/<dialog[^>]* id="sign-in-dialog"[^>]* open/)
    const wrong = await post(browser, '/client-portal', {
      step: 'move',
      email: wanted,
      password: 'x',
    })
    expect(wrong.status).toBe(403)
    expect(wrong.text).toContain('This is not your password')
    expect(wrong.text).toContain(`value="${wanted}"`)
    const asked = await post(browser, '/client-portal', { step: 'move', email: wanted, password })
    const next = await browser.get(asked.headers.get('location') ?? '')
    expect(next.text).toContain('We have sent a link to the new address.')
  })
})

describe('the link to move a sign-in is void', () => {
  test.each<[string, (house: TestApp, id: string, browser: Browser) => unknown]>([
    ['after 24 hours', ({ clock }) => (clock.now += 24 * 60 * 60 * 1000)],
    [
      'after a new password',
      (house, id) =>
        house.browser().post('/api/client/set-password', {
          token: mint(house, id),
          password: 'quite another one',
        }),
    ],
    [
      'once an administrator has moved the sign-in',
      async (house, id) =>
        (await adminBrowser(house)).patch(`/api/applications/${id}/sign-in-address`, {
          email: 'third@example.com',
        }),
    ],
    [
      'once another address was asked for',
      (_, __, browser) => browser.post(path, { email: 'fourth@example.com', password }),
    ],
    ['once the person was erased', (house) => erasePerson(house.deps, email)],
  ])('%s', async (_, happens) => {
    const house = testApp()
    const { browser, id } = await signedIn(house)
    await browser.post(path, { email: wanted, password })
    const token = linkFor(house)
    await happens(house, id, browser)
    const opened = await house.browser().get(`/client-login?address=${token}`)
    const posted = await confirm(house, token)
    for (const { status, text } of [opened, posted]) {
      expect(status).toBe(400)
      expect(text).toContain('This link is invalid or has expired')
    }
    const [account] = house.deps.db.orm.select().from(clients).all()
    expect(account?.email).not.toBe(wanted)
  })

  test('and says why, when somebody else uses the address by now', async () => {
    const house = testApp()
    const { browser } = await signedIn(house)
    await browser.post(path, { email: wanted, password })
    const token = linkFor(house)
    await submit(house.browser(), { mainEmail: wanted })
    const answer = await confirm(house, token)
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('Another application uses this email address now.'),
    ])
    expect(await enters(house, email)).toBe(200)
  })
})

test('what was sent to the old address goes with the move, and requests go with their time', async () => {
  const house = testApp()
  const { browser, id } = await signedIn(house)
  const old = mint(house, id)
  await browser.post(path, { email: wanted, password })
  await confirm(house, linkFor(house))
  const late = await house.browser().post('/api/client/set-password', { token: old, password })
  expect(late.status).toBe(400)
  const again = house.browser()
  await again.post('/api/client/login', { email: wanted, password })
  await again.post(path, { email: 'later@example.com', password })
  expect(pending(house)).toEqual(['later@example.com'])
  house.clock.now += 25 * 60 * 60 * 1000
  await sweep(house.deps)
  await sweep(house.deps)
  expect((await again.get('/client-portal')).text).not.toContain('later@example.com')
})

test('an email that waits is not sent once its request is void', async () => {
  const house = testApp()
  const { browser } = await signedIn(house)
  await browser.post(path, { email: wanted, password })
  await browser.post(path, { email: 'fourth@example.com', password })
  const row = house.deps.db.sqlite
    .prepare(
      "select id, letter, created_at as createdAt from outbox where kind = 'sign-in-confirm' order by id",
    )
    .get() as { letter: string }
  const settings = {
    fromName: 'A',
    fromEmail: 'a@example.com',
    accountsNotificationEmail: 'b@example.com',
  }
  const message = messageOf(
    house.deps,
    { ...row, letter: JSON.parse(row.letter) } as never,
    settings as never,
  )
  expect(message).toBeNull()
})

/** Makes the link of the email, as the mail worker does. */
function linkFor(house: TestApp): string {
  const [client] = house.deps.db.orm.select().from(clients).all()
  const token = client && mintMoveToken(house.deps, client.id, wanted)
  if (!token) throw new Error('There is nothing to confirm')
  return token
}

const pending = ({ deps }: TestApp) =>
  deps.db.orm
    .select()
    .from(signInMoves)
    .all()
    .map((move) => move.email)

const confirm = (house: TestApp, address: string) =>
  post(house.browser(), '/client-login', { address })

const enters = async (house: TestApp, address: string) =>
  (await house.browser().post('/api/client/login', { email: address, password })).status

const post = (browser: Browser, to: string, fields: Record<string, string>) =>
  browser.send(to, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
