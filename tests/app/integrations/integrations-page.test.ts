import { expect, test } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { listApiKeys } from '#src/domain/integrations/api-keys.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import type { Answer } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'
import { answersOf, deliver, endpoints, withKey } from '../../support/integrations.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'

const path = '/admin/integrations'

/** A signed-in administrator on the page, and a system that answers 200. */
async function stage(status = 200) {
  const app = testApp()
  const browser = await adminBrowser(app)
  const peer = await jsonPeer(() => ({ status, json: { said: 'thank you' } }))
  const send = (fields: Record<string, string>) => browser.postForm(path, fields)
  const add = (fields = {}) =>
    send({ action: 'add', address: peer.url, events: 'application.submitted', ...fields })
  const act = (action: string, fields = {}) => {
    const [endpoint] = endpoints(app)
    return send({ action, id: endpoint?.id ?? '', version: String(endpoint?.version), ...fields })
  }
  return { app, browser, peer, send, add, act }
}

const words = ({ text }: Answer) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
/** Returns each secret once, because the button that copies it contains it as well. */
const secretsIn = ({ text }: Answer) => [
  ...new Set(text.match(/whsec_[\w+/=]+|cs_[\w-]{43}/g) ?? []),
]
const goesTo = ({ status, headers }: Answer) => [status, headers.get('location')]

const actionsOf = (app: Awaited<ReturnType<typeof stage>>['app']) =>
  (app.dump().events as { action: string }[]).map(({ action }) => action)

test('shows a secret and a key once, and never again', async () => {
  const { app, browser, add, act, send } = await stage()
  const added = await add()
  expect(added.status).toBe(200)
  expect(secretsIn(added)).toHaveLength(1)
  const changed = await act('secret')
  expect(secretsIn(changed)).toHaveLength(1)
  expect(secretsIn(changed)).not.toEqual(secretsIn(added))
  const created = await send({ action: 'create-key', name: 'ERP' })
  const [key = ''] = secretsIn(created)
  expect((await withKey(app.browser(), key).get('/api/applications')).status).toBe(200)
  const page = await browser.get(path)
  expect(secretsIn(page)).toEqual([])
  expect(words(page)).toContain(`ERP ${key.slice(0, 7)}… Last used 20 November 2026 at 10:00`)
  for (const secret of [added, changed, created].flatMap(secretsIn))
    expect(JSON.stringify(app.dump())).not.toContain(secret)
})

test('makes no second key for a second press on a slow line, but another one from a new page', async () => {
  const { app, browser, send } = await stage()
  const open = async () => {
    const { text } = await browser.get(path)
    return /name="press" value="([^"]+)"/.exec(text)?.[1] ?? ''
  }
  const form = { action: 'create-key', name: 'ERP', press: await open() }
  const both = await Promise.all([send(form), send(form)])
  const later = await send(form)
  expect(listApiKeys(app.deps)).toHaveLength(1)
  expect(new Set([...both, later].flatMap(secretsIn)).size).toBe(1)
  expect(later.text).toContain('"isOver":false')
  await send({ ...form, name: 'Shop', press: await open() })
  expect(listApiKeys(app.deps)).toHaveLength(2)
})

test('lets a refused form be sent again as it is', async () => {
  const { app, browser, send } = await stage()
  const { text } = await browser.get(path)
  const press = /name="press" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const form = { action: 'create-key', name: '', press }
  expect((await send(form)).status).toBe(400)
  expect((await send(form)).status).toBe(400)
  await browser.post('/api/admin/logout')
  expect((await send({ ...form, name: 'ERP' })).status).toBe(401)
  expect(listApiKeys(app.deps)).toEqual([])
})

test('asks for a fresh password to add or move an endpoint or make a secret or key, but not otherwise', async () => {
  const { app, browser, peer, add, act, send } = await stage()
  await add()
  app.clock.now += minutes(11)
  const elsewhere = { address: `${peer.url}/elsewhere`, events: 'application.approved' }
  const refused = [
    await add({ address: `${peer.url}/second` }),
    await act('change', elsewhere),
    await act('secret'),
    await send({ action: 'create-key', name: 'ERP' }),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(403)
    expect(words(answer)).toContain('Please confirm your password first')
  }
  expect(refused[1]?.text).toContain(elsewhere.address)
  expect([endpoints(app).length, listApiKeys(app.deps)]).toEqual([1, []])
  const events = { address: endpoints(app)[0]?.address, events: 'application.rejected' }
  expect(goesTo(await act('change', events))).toEqual([303, `${path}?done=change`])
  const currentPassword = reviewer.password
  const saved = await act('change', { ...elsewhere, currentPassword })
  expect(goesTo(saved)).toEqual([303, `${path}?done=change`])
  expect(endpoints(app)[0]).toMatchObject({
    address: elsewhere.address,
    events: ['application.approved'],
  })
  expect(words(await browser.get(`${path}?done=change`))).toContain('The endpoint has been saved')
})

test('shows errors at their fields and keeps typed values', async () => {
  const { app, peer, add, send } = await stage()
  const typed = 'http://user:secret@127.0.0.1/#part'
  const wrong = await send({ action: 'add', address: typed })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('href="#endpoint-address"')
  expect(wrong.text).toContain('href="#endpoint-events"')
  expect(wrong.text).toContain(typed)
  for (const address of [
    '',
    'erp.example.com',
    'javascript:alert(1)',
    'ftp://a.example',
    'https://1.2.3',
    'https://a:0',
  ])
    expect(words(await add({ address }))).toContain('begins with https://')
  await add()
  const twice = await add()
  expect(twice.status).toBe(409)
  expect(words(twice)).toContain('This address is listed already')
  expect(endpoints(app).map(({ address }) => address)).toEqual([`${peer.url}/`])
  const nameless = await send({ action: 'create-key', name: ' ' })
  expect(nameless.text).toContain('href="#key-name"')
  for (const action of ['change', 'secret', 'test', 'remove'])
    expect(
      (await send({ action, id: 'x', address: peer.url, events: 'application.approved' })).status,
    ).toBe(404)
  expect((await send({ action: 'revoke-key', key: '99' })).status).toBe(404)
})

test('tests and removes an endpoint, and records an event for each', async () => {
  const { app, browser, peer, add, act } = await stage()
  await add()
  expect(words(await act('test'))).toContain(`Answered 200: ${peer.url}/`)
  expect(peer.asked.map(({ body }) => JSON.parse(body).type)).toEqual(['endpoint.test'])
  expect(words(await browser.get(path))).toContain('{"said":"thank you"}'.replaceAll('"', '&quot;'))
  await act('remove')
  expect(words(await browser.get(path))).not.toContain(peer.url)
  expect(actionsOf(app)).toEqual(
    expect.arrayContaining(['webhook added', 'webhook tested', 'webhook removed']),
  )
})

test('lists an event that was given up with Resend and Discard', async () => {
  const { app, browser, add, send } = await stage(400)
  await add()
  const application = await submit(app.browser())
  const [endpoint] = endpoints(app)
  deliver(app)
  await answersOf(app, endpoint?.id ?? '', 1)
  app.clock.now += minutes(1)
  deliver(app)
  await answersOf(app, endpoint?.id ?? '', 2)
  const page = await browser.get(path)
  expect(words(page)).toContain(`application.submitted ${application} Answered 400`)
  const [, event = ''] = /name="event" value="(\d+)"/.exec(page.text) ?? []
  expect(goesTo(await send({ action: 'resend', event }))).toEqual([303, `${path}?done=resend`])
  await answersOf(app, endpoint?.id ?? '', 3)
  expect(goesTo(await send({ action: 'discard', event }))).toEqual([303, `${path}?done=discard`])
  expect(words(await browser.get(path))).not.toContain('Failed events')
})
