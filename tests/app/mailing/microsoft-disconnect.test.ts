import { expect, test } from 'vitest'
import { deliverNext } from '#src/domain/mailing/delivery.ts'
import { disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import { openSender } from '#src/domain/mailing/settings-mailer.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import {
  officer,
  putEmails,
  saveMailSettings,
  smtpSettings,
} from '../../support/mail/mail-settings.ts'
import { connectAddress, microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'

const tenant = 'tenant.example.com'
const path = '/api/email-settings'
const page = '/admin/email-settings'
const settings = (changes: Record<string, unknown> = {}) =>
  smtpSettings(25, {
    emailProvider: 'oauth365',
    oauth365ClientId: 'made-up-client',
    oauth365ClientSecret: 'canary-client-secret',
    oauth365TenantId: tenant,
    ...changes,
  })

/** An installation whose mail goes as a person, through a stand-in for Microsoft. */
async function connected() {
  const peer = await microsoftStandIn(tenant)
  const app = testApp({ env: { MICROSOFT_LOGIN_URL: peer.url, MICROSOFT_GRAPH_URL: peer.url } })
  saveMailSettings(app, settings())
  const browser = await adminBrowser(app)
  const address = await connectAddress(browser)
  const state = address.searchParams.get('state') ?? ''
  await browser.get(
    `${path}/microsoft/callback?${new URLSearchParams({ state, code: 'good-code' })}`,
  )
  return { peer, app, browser }
}

const disconnected = {
  oauth365ConnectedAs: '',
  oauth365TokenExpiry: '',
  oauth365ReconnectNeeded: false,
  configured: {
    oauth365ClientSecret: true,
    oauth365RefreshToken: false,
    oauth365AccessToken: false,
  },
}

async function deliver({ deps }: ReturnType<typeof testApp>) {
  const sender = await openSender(deps)
  return sender ? deliverNext(deps, sender, 0.5) : 'no sender'
}

test('disconnecting forgets the person, is an event, and mail goes as the application', async () => {
  const { peer, app, browser } = await connected()
  await browser.postForm(page, { action: 'disconnect' })
  expect((await browser.get(path)).json).toMatchObject(disconnected)
  expect(app.dump().events?.at(-1)).toMatchObject({ action: 'Microsoft 365 disconnected' })
  putEmails(app, 1)
  expect(await deliver(app)).toBe('sent')
  expect(peer.emails[0]?.mailbox).toBe('users/accounts@example.com')
})

test('clearing the refresh token by the call disconnects too: nobody is named as connected', async () => {
  const { browser } = await connected()
  const answer = await browser.post(path, settings({ oauth365RefreshToken: null }))
  expect(answer.json).toMatchObject(disconnected)
  const { text } = await browser.get(page)
  expect(text).toContain('No mailbox connected: sends as the application')
  expect(text).not.toContain('Connected as')
})

test('without scripts the page disconnects and says so', async () => {
  const { browser } = await connected()
  expect((await browser.get(page)).text).toContain('Disconnect Microsoft 365')
  const answer = await browser.postForm(page, { action: 'disconnect' })
  expect(answer.headers.get('location')).toBe(`${page}?done=disconnected`)
  const { text } = await browser.get(`${page}?done=disconnected`)
  expect(text).toContain('Microsoft 365 is disconnected')
  expect(text).not.toContain('Disconnect Microsoft 365')
})

test('an old address of the page says nothing that is no longer so', async () => {
  const { browser } = await connected()
  const at = async (query: string) => (await browser.get(`${page}?${query}`)).text
  expect(await at('microsoft=connected')).toContain('Microsoft 365 is connected')
  expect(await at('done=disconnected')).not.toContain('Microsoft 365 is disconnected')
  await browser.postForm(page, { action: 'disconnect' })
  expect(await at('microsoft=connected')).not.toContain('Microsoft 365 is connected')
})

test('a connection that was revoked can be disconnected, and what waited goes as the application', async () => {
  const { peer, app, browser } = await connected()
  peer.refuse(401)
  peer.refreshTokens.clear()
  putEmails(app, 1)
  expect([await deliver(app), await deliver(app)]).toMatchObject([
    { reason: 'RECONNECT' },
    'no sender',
  ])
  await browser.postForm(page, { action: 'disconnect' })
  expect(await deliver(app)).toBe('sent')
})

test('an email that is on its way does not go as the person who was disconnected meanwhile', async () => {
  const { peer, app } = await connected()
  app.clock.now += 3_600_000
  putEmails(app, 1)
  peer.next.atToken = () => disconnectMicrosoft(app.deps, officer)
  expect(await deliver(app)).toMatchObject({ ok: false })
  expect(peer.emails).toEqual([])
  const { json } = await (await adminBrowser(app)).get(path)
  expect(json).toMatchObject(disconnected)
})

test('before anything is saved there is nothing to disconnect', async () => {
  const browser = await adminBrowser(testApp())
  const answer = await browser.postForm(page, { action: 'disconnect' })
  expect([answer.status, answer.text.includes('Save the email settings first')]).toEqual([
    409,
    true,
  ])
})
