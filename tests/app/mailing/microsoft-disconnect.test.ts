import { expect, test } from 'vitest'
import { deliverNext } from '#src/domain/mailing/delivery.ts'
import { openSender } from '#src/domain/mailing/mailers.ts'
import { disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
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
