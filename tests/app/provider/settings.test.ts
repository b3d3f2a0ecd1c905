import { describe, expect, test } from 'vitest'
import { admins, identityProvider } from '#db/schema/admins.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { appWithProvider, client, connected, leadsTo } from '../../support/openid.ts'

const path = '/admin/sign-in'

async function settings(...given: Parameters<typeof appWithProvider>) {
  const made = await appWithProvider(...given)
  const stored = () => made.app.deps.db.orm.select().from(identityProvider).get()
  const post = (changes: Record<string, string> = {}, action = 'save', browser = made.head) =>
    browser.postForm(path, {
      action,
      version: String(stored()?.version ?? 0),
      ...{ issuer: made.standIn.issuer, clientId: client.clientId, clientSecret: '' },
      ...{ name: 'Northgate', ...changes },
    })
  return { ...made, stored, post }
}

test('shows the provider’s settings to administrators with a fresh password, and never the secret', async () => {
  const { app, head, post, stored } = await settings()
  const reviewer = await adminBrowser(app, { ...colleague, role: 'reviewer' })
  expect((await post({ name: 'Evil' }, 'save', reviewer)).status).toBe(403)
  expect((await post({ clientSecret: 'another secret', name: 'Firm' })).status).toBe(200)
  const { text } = await head.get(path)
  expect(text).toContain('http://localhost:3000/api/admin/sign-in/callback')
  expect(text).not.toMatch(/another secret|canary/)
  expect((await app.browser().get('/admin')).text).toContain('Sign in with Firm')
  app.clock.now += 11 * 60_000
  expect((await post({ name: 'Evil' })).status).toBe(403)
  expect((await post({}, 'remove')).status).toBe(403)
  expect((await post({ name: 'Town', currentPassword: colleague.password })).status).toBe(200)
  expect(stored()?.name).toBe('Town')
  expect(JSON.stringify(app.dump())).not.toMatch(/another secret|canary/)
})

const colleague = { username: 'colleague', password: 'brass kettle on 4 hobs' }

describe('refused settings of the provider', () => {
  test.each([
    [{ issuer: 'login.example.com' }, 'Enter the address'],
    [{ issuer: 'http://login.example.com' }, 'must begin with https'],
    [{ issuer: 'https://me:secret@login.example.com' }, 'no user name'],
    [{ issuer: 'https://login.example.com/?tenant=1' }, 'no user name'],
    [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'your own tenant ID'],
    [{ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, 'your own tenant ID'],
    [{ issuer: 'https://login.example.com' }, 'Enter the secret again'],
    [{ clientId: 'another' }, 'Enter the secret again'],
    [{ name: ' ' }, 'follows'],
  ])('refuses settings of the provider with %j', async (changes, words) => {
    const { post, stored } = await settings()
    const before = stored()
    const { status, text } = await post(changes)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(stored()).toEqual(before)
  })

  test('refuses settings of the provider over a version that somebody else has saved', async () => {
    const { post } = await settings()
    expect((await post({ version: '0', name: 'Other' })).status).toBe(412)
  })

  test('refuses settings that would lock out everybody, or the person who saves them', async () => {
    const { app, head, post, standIn } = await settings()
    const taken = { action: 'take-emergency', account: '1' }
    expect((await head.postForm('/admin/team/1', taken)).status).toBe(303)
    const refused = await post({ isRequired: 'true' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Nobody could')])
    const { account } = await connected({ app, standIn }, 'ann', 'administrator')
    expect(account.keepsPassword).toBe(true)
    expect((await post({ isRequired: 'true' })).text).toContain('Connect your own account first')
  })
})

test('reads the address of the discovery document as the issuer', async () => {
  const { post, standIn, stored } = await settings()
  const issuer = `${standIn.issuer}/.well-known/openid-configuration`
  expect((await post({ issuer })).status).toBe(200)
  expect(stored()?.issuer).toBe(standIn.issuer)
})

test('sends nobody to a removed provider, and finds everybody again once it is saved again', async () => {
  const { app, post, standIn, save } = await settings()
  await connected({ app, standIn }, 'ann')
  expect((await post({}, 'remove')).status).toBe(303)
  expect((await app.browser().get('/admin')).text).not.toContain('Sign in with')
  expect(await leadsTo(app.browser(), '/api/admin/sign-in')).toBe('/admin?provider=unusable')
  save()
  expect(app.deps.db.orm.select().from(admins).all()).toHaveLength(2)
  expect((await app.browser().get('/admin')).text).toContain('Sign in with Northgate')
})

describe('saving says', () => {
  type Made = Awaited<ReturnType<typeof settings>>
  test.each<[string, (made: Made) => unknown, RegExp]>([
    ['where the team would sign in', () => {}, /would sign in at 127\.0\.0\.1:\d+\./],
    [
      'what the provider calls itself',
      ({ standIn }) => (standIn.wrongs.discovery = { issuer: 'https://login.example.com/' }),
      /It calls itself https:\/\/login\.example\.com\/: enter exactly that/,
    ],
    [
      'what it lacks',
      ({ standIn }) => (standIn.wrongs.discovery = { jwks_uri: undefined }),
      /has no jwks_uri/,
    ],
    [
      'that it leads away',
      ({ standIn }) => (standIn.wrongs.status.discovery = 302),
      /answered with status 302/,
    ],
  ])('says when settings are saved %s', async (_, change, words) => {
    const made = await settings()
    await change(made)
    expect((await made.post()).text).toMatch(words)
  })

  test('says when settings are saved that the provider is down', async () => {
    const { post } = await settings()
    const { text } = await post({ issuer: 'http://127.0.0.1:1', clientSecret: 'a secret' })
    expect(text).toContain('It refused the connection')
  })

  test('says when settings are saved that the operator allows no request to that host', async () => {
    const { post, standIn } = await settings({}, '', () => ({ SMTP_EGRESS: 'public-only' }))
    expect((await post()).text).toContain('does not allow requests to that host')
    expect(standIn.asked).toEqual([])
  })
})
