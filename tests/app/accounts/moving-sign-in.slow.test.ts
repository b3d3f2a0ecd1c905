import { describe, expect, test } from 'vitest'
import { clients, signInMoves } from '#db/schema/clients.ts'
import { minutes } from '#src/domain/calendar.ts'
import { createMoveToken } from '#src/domain/clients/client-links.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, stored, submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import {
  askToMove,
  email,
  emailsOf,
  password,
  passwordToken,
  signedIn,
} from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const wanted = 'new-desk@example.com'

describe('a customer who asks to sign in with another address', () => {
  test('keeps the present sign-in address until the link to the new one is confirmed', async () => {
    const app = testApp()
    const { browser } = await signedIn(app)
    expect((await browser.get('/client-portal')).text).toContain('New sign-in address')
    const answer = await askToMove(browser, { email: wanted, password })
    const next = await browser.get(answer.headers.get('location') ?? '')
    expect(next.text).toContain('We have sent a link to the new address.')
    expect(emailsOf(app, 'sign-in-confirm')).toMatchObject([{ to: { name: '', address: wanted } }])
    expect(emailsOf(app, 'sign-in-requested')).toMatchObject([{ to: { address: email } }])
    const token = linkFor(app)
    for (let times = 0; times < 2; times++) {
      const { status, text } = await app.browser().get(`/client-login?address=${token}`)
      expect([status, text]).toEqual([200, expect.stringContaining(wanted)])
    }
    expect((await browser.get('/client-portal')).text).toContain(wanted)
    expect([await enters(app, email), await enters(app, wanted)]).toEqual([200, 401])

    const { browser: reader } = await signedIn(app, { mainEmail: 'other@example.com' })
    for (const _ of ['a press', 'a second one']) {
      const confirmed = await confirm(app, token, reader)
      expect(confirmed.headers.get('location')).toBe('/client-login')
    }
    expect((await reader.get('/client-login')).text).toContain(`value="${wanted}"`)
    expect([await enters(app, email), await enters(app, wanted)]).toEqual([401, 200])
    expect((await browser.get('/api/client/me')).status).toBe(401)
    expect(emailsOf(app, 'sign-in-left')).toMatchObject([{ to: { address: email } }])
    app.clock.now += minutes(1)
    expect((await confirm(app, token)).status).toBe(400)
    const another = await app.browser().post('/api/applications', { mainEmail: wanted })
    expect(another.status).toBe(409)
    expect(app.logged().join()).not.toContain(token)
  })

  test('refuses to move a sign-in without the password and a different, valid address', async () => {
    const app = testApp()
    const { browser } = await signedIn(app)
    const stranger = await askToMove(app.browser(), { email: wanted, password })
    expect(stranger.status).toBe(401)
    for (const [fields, status, words] of [
      [{ email: wanted, password: 'no such word' }, 403, 'This is not your password'],
      [{ email: 'nonsense', password }, 400, 'Please enter a valid email address'],
      [{ email: wanted }, 400, 'Password is required'],
      [
        { email: ` ${email.toUpperCase()}`, password },
        400,
        'You sign in with this address already',
      ],
    ] as const) {
      const answer = await askToMove(browser, fields)
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
      expect(answer.text).toContain(`value="${fields.email}"`)
      expect(answer.text).not.toMatch(/four quiet copper lamps|no such word/)
    }
    expect(pending(app)).toEqual([])
    expect(emailsOf(app, 'sign-in-requested')).toEqual([])
  })

  test('stops a customer who moves a sign-in from guessing the password or flooding a mailbox', async () => {
    const app = testApp({ limitFactor: 1 })
    const { browser } = await signedIn(app)
    const ask = (fields: object) => askToMove(browser, { email: wanted, password, ...fields })
    for (let times = 0; times < 3; times++) expect((await ask({})).status).toBe(303)
    const flooding = await ask({})
    expect([flooding.status, flooding.text]).toEqual([
      429,
      expect.stringContaining('Too many links have been asked for. Please try again in 24 hours.'),
    ])
    for (let times = 0; times < 10; times++) await ask({ password: 'a guess' })
    const guessing = await ask({})
    expect([guessing.status, guessing.text]).toEqual([
      429,
      expect.stringContaining('Too many attempts to sign in. Please try again in 15 minutes.'),
    ])
  })

  test.each(['submitted', 'draft'])(
    'does not tell the customer that a %s application holds the address, but emails its holder',
    async (status) => {
      const app = testApp()
      const { browser } = await signedIn(app)
      const make = status === 'draft' ? fillDraft : submit
      await make(app.browser(), { mainEmail: wanted })
      const answer = await askToMove(browser, { email: wanted, password })
      expect(answer.headers.get('location')).toBe('/client-portal')
      expect(emailsOf(app, 'sign-in-confirm')).toEqual([])
      const kind = status === 'draft' ? 'duplicate-draft' : 'duplicate-portal'
      expect(emailsOf(app, kind)).toMatchObject([{ to: { address: wanted } }])
    },
  )
})

describe('the link to move a sign-in is void', () => {
  test.each<[string, (app: TestApp, id: string, browser: Browser) => unknown]>([
    ['after 24 hours', ({ clock }) => (clock.now += 24 * 60 * 60 * 1000)],
    [
      'after a new password',
      (app, id) =>
        app.browser().post('/api/client/set-password', {
          token: passwordToken(app, id),
          password: 'quite another one',
        }),
    ],
    [
      'once an administrator has moved the sign-in',
      async (app, id) =>
        (await adminBrowser(app)).postForm(`/admin/applications/${id}`, {
          action: 'move',
          signInEmail: 'third@example.com',
        }),
    ],
    [
      'once another address was asked for',
      (_, __, browser) => askToMove(browser, { email: 'fourth@example.com', password }),
    ],
  ])('refuses a link to move a sign-in: %s', async (_, happens) => {
    const app = testApp()
    const { browser, id } = await signedIn(app)
    await askToMove(browser, { email: wanted, password })
    const token = linkFor(app)
    await happens(app, id, browser)
    const opened = await app.browser().get(`/client-login?address=${token}`)
    const posted = await confirm(app, token)
    for (const { status, text } of [opened, posted]) {
      expect(status).toBe(400)
      expect(text).toContain('This link is invalid or has expired')
    }
    const [account] = app.deps.db.orm.select().from(clients).all()
    expect(account?.email).not.toBe(wanted)
  })

  test('refuses a link to move a sign-in when somebody else now uses the address, and says why', async () => {
    const app = testApp()
    const { browser } = await signedIn(app)
    await askToMove(browser, { email: wanted, password })
    const token = linkFor(app)
    await submit(app.browser(), { mainEmail: wanted })
    const answer = await confirm(app, token)
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('Another application uses this email address now.'),
    ])
    expect(await enters(app, email)).toBe(200)
  })
})

/** Makes the link of the email, as the mail worker does. */
describe('after a sign-in was moved away from the main address', () => {
  const first = 'first-desk@example.com'

  async function moved() {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    await askToMove(browser, { email: wanted, password })
    expect((await confirm(app, linkFor(app))).status).toBe(303)
    return { app, id }
  }

  test('names the confirmed sign-in address on the record and in a decision', async () => {
    const { app, id } = await moved()
    const admin = await adminBrowser(app)
    expect((await admin.get(`/api/applications/${id}`)).json).toMatchObject({
      mainEmail: email,
      signInEmail: wanted,
    })
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'CAL-042' })
    const { documents } = stored(app, id)
    expect(JSON.parse(documents.at(-1)?.data ?? '')).toMatchObject({
      mailbox: { address: wanted, by: 'link' },
      fields: { mainEmail: email },
    })
  })

  test('tells the holder of a moved sign-in when somebody applies with its address', async () => {
    const { app } = await moved()
    const answer = await app.browser().post('/api/applications', { mainEmail: wanted })
    expect(answer.status).toBe(409)
    expect(emailsOf(app, 'duplicate-portal')).toMatchObject([{ to: { address: wanted } }])
  })

  test('tells the address that is left when staff move the sign-in again', async () => {
    const { app, id } = await moved()
    const admin = await adminBrowser(app)
    const move = { action: 'move', signInEmail: first }
    expect((await admin.postForm(`/admin/applications/${id}`, move)).status).toBe(303)
    expect(emailsOf(app, 'sign-in-left')).toMatchObject([
      { to: { address: email } },
      { to: { address: wanted } },
    ])
  })
})

function linkFor(app: TestApp): string {
  const [client] = app.deps.db.orm.select().from(clients).all()
  const token = client && createMoveToken(app.deps, client.id, wanted)
  if (!token) throw new Error('There is nothing to confirm')
  return token
}

const pending = ({ deps }: TestApp) =>
  deps.db.orm
    .select()
    .from(signInMoves)
    .all()
    .map((move) => move.email)

const confirm = (app: TestApp, token: string, browser = app.browser()) =>
  browser.postForm('/client-login', { action: 'confirm-address', token })

const enters = async (app: TestApp, address: string) =>
  (await app.browser().post('/api/client/login', { email: address, password })).status
