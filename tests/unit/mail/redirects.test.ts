import { describe, expect, test } from 'vitest'
import { refreshTokens, tradeCode } from '#src/mail/microsoft-consent.ts'
import { appTokens, microsoftMailer } from '#src/mail/microsoft-mailer.ts'
import { sendgridMailer } from '#src/mail/sendgrid-mailer.ts'
import { aMessage } from '../../support/mail/emails.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'

/** A provider that sends everybody on, with body and all, to a machine of the inner network. */
async function redirecting(status: number) {
  const inner = await jsonPeer(() => ({ status: 200, json: { access_token: 't', expires_in: 60 } }))
  const provider = await jsonPeer(({ path }) => ({
    status,
    headers: { location: `${inner.url}${path}` },
  }))
  const app = {
    clientId: 'client',
    clientSecret: 'canary',
    tenantId: 'tenant.example.com',
    loginUrl: provider.url,
    graphUrl: provider.url,
  }
  return { inner, provider, app }
}

describe.each([302, 307])('a provider that answers %i to an inner address', (status) => {
  test('sends no client secret on to an inner address, for the application or for a person', async () => {
    const { inner, provider, app } = await redirecting(status)
    const grant = { callbackUrl: 'https://accounts.example.com/back', code: 'c', verifier: 'v' }
    await expect(appTokens(app)(() => {})).rejects.toThrow('DROPPED')
    await expect(refreshTokens(app, 'canary-refresh')).rejects.toThrow('DROPPED')
    await expect(tradeCode(app, grant)).rejects.toThrow('DROPPED')
    expect(provider.asked).toHaveLength(3)
    expect(inner.asked).toEqual([])
  })

  test('sends no email on to an inner address, by Graph or SendGrid', async () => {
    const { inner, provider, app } = await redirecting(status)
    const graph = microsoftMailer({
      graphUrl: app.graphUrl,
      mailbox: null,
      token: async () => 'canary',
    })
    const sendgrid = sendgridMailer({ apiKey: 'SG.canary', url: provider.url })
    expect((await graph.send(aMessage())).ok).toBe(false)
    expect((await sendgrid.send(aMessage())).ok).toBe(false)
    expect(provider.asked).toHaveLength(2)
    expect(inner.asked).toEqual([])
  })
})
