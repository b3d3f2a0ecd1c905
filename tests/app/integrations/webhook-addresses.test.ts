import { expect, test } from 'vitest'
import { addEndpoint } from '#src/domain/integrations/webhook-endpoints.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import {
  answersOf,
  deliver,
  endpoints,
  listEndpoint,
  signedInAdmin,
} from '../../support/integrations.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'

const refused = [
  ['http://8.8.8.8/hook', {}, 'begins with https://'],
  ['https://169.254.169.254/latest/meta-data', {}, 'may not send'],
  ['http://127.0.0.1:3000/api/applications', {}, 'may not send'],
  ['http://localhost:3000/', {}, 'may not send'],
  ['https://10.0.0.7/hook', { SMTP_EGRESS: 'public-only' }, 'may not send'],
  [
    'https://8.8.8.8/hook',
    { SMTP_EGRESS: 'allowlist', SMTP_ALLOWED_HOSTS: 'erp.example.com' },
    'may not send',
  ],
  ['https://no-such-host.invalid/hook', {}, 'could not be found'],
] as const

test.each(refused)('refuses %s as the address of an endpoint', async (address, env, words) => {
  const app = testApp({ env })
  const admin = await signedInAdmin(app)
  await expect(
    addEndpoint(app.deps, admin, { address, events: ['application.approved'] }),
  ).rejects.toThrow(words)
  expect(endpoints(app)).toEqual([])
})

test('follows no redirect, and sends nothing to an address that is no longer allowed', async () => {
  const app = testApp()
  const other = await jsonPeer(() => ({ status: 200 }))
  const peer = await jsonPeer(() => ({ status: 302, headers: { location: other.url } }))
  const { id } = await listEndpoint(app, peer.url)
  deliver(app)
  await submit(app.browser())
  const [answer] = await answersOf(app, id, 1)
  expect(answer).toMatchObject({ status: 302, reason: 'REJECTED' })
  app.deps.env.SMTP_EGRESS = 'public-only'
  app.clock.now += 60_000
  deliver(app)
  const [after] = await answersOf(app, id, 2)
  expect(after).toMatchObject({ status: null, reason: 'NOT_ALLOWED', text: '' })
  expect(peer.asked).toHaveLength(1)
  expect(other.asked).toEqual([])
})
