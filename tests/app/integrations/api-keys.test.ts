import { expect, test } from 'vitest'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#src/domain/integrations/api-keys.ts'
import { changeRole } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'

async function withErp(options: TestAppOptions = {}) {
  const app = testApp(options)
  const id = await submit(app.browser())
  const admin = await signedInAdmin(app)
  const { key } = createApiKey(app.deps, admin, 'ERP')
  return { app, id, admin, key, erp: withKey(app.browser(), key) }
}

test('opens the list, an application, its directors and its PDF to a key, and records each read', async () => {
  const { app, id, key, erp } = await withErp()
  const list = await erp.get('/api/applications')
  expect(list.json).toMatchObject({ applications: [{ id }] })
  expect((await erp.get(`/api/applications/${id}`)).json).toMatchObject({ id })
  expect((await erp.get(`/api/applications/${id}/directors`)).json?.directors).toHaveLength(2)
  expect((await erp.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  expect((await erp.get('/api/applications/0000-0000-0000')).status).toBe(404)
  await accessRecorded(app.deps)
  const by = `ERP (${key.slice(0, 7)}…)`
  const events = app.dump().events as { actor_kind: string; actor: string; action: string }[]
  expect(
    events
      .filter(({ actor_kind }) => actor_kind === 'api-key')
      .map(({ actor, action }) => [actor, action]),
  ).toEqual([
    [by, 'list read'],
    [by, 'record read'],
    [by, 'record read'],
    [by, 'document read'],
  ])
  expect(JSON.stringify(app.dump())).not.toContain(key)
})

test('lets a key read neither the notes of the back office nor its flags', async () => {
  const { app, id, erp } = await withErp()
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}`, { vatNo: 'GB123456789' })
  const path = `/api/applications/${id}`
  for (let note = 0; note < 51; note += 1)
    await admin.postForm(`/admin/applications/${id}`, {
      action: 'note',
      note: `Always pays late ${note}`,
    })
  const seen = (await admin.get(path)).json
  const flag = expect.objectContaining({ field: 'vatNo' })
  const flags = expect.arrayContaining([flag])
  expect(seen).toMatchObject({ flags, earlier: { notes: expect.anything() } })
  const read = await erp.get(path)
  for (const part of ['notes', 'flags']) expect(read.json).not.toHaveProperty(part)
  expect(read.text).not.toMatch(/pays late|check digits/)
})

test('opens nothing to a revoked key, and lets its name be used again', async () => {
  const { app, admin, erp } = await withErp()
  expect((await erp.get('/api/applications')).status).toBe(200)
  expect(() => createApiKey(app.deps, admin, 'ERP')).toThrow('Another key has this name')
  revokeApiKey(app.deps, admin, listApiKeys(app.deps)[0]?.id ?? 0)
  const answer = await erp.get('/api/applications')
  expect([answer.status, answer.json]).toEqual([401, { message: 'This API key is not valid' }])
  expect(createApiKey(app.deps, admin, 'ERP').key).toMatch(/^cs_[\w-]{43}$/)
})

test.each([
  ['bearer  KEY ', 200],
  ['Bearer KEY more', 401],
  ['A Bearer KEY', 401],
  ['Bearer of another system', 401],
])('answers the header "Authorization: %s" with %i', async (header, status) => {
  const { app, key } = await withErp()
  const headers = { authorization: header.replace('KEY', key) }
  const answer = await app.request('/api/applications', { headers })
  expect(answer.status).toBe(status)
  if (status === 401) expect(await answer.text()).not.toContain('API key')
})

test.each<[string, (app: TestApp) => void]>([
  ['has been signed out', (app) => endSessions(app)],
  ['may no longer change settings', (app) => changeRole(app.deps, system, 'reviewer', 'reviewer')],
])('refuses to make or revoke a key for anyone who %s', async (_, change) => {
  const { app, admin, erp } = await withErp()
  await makeAdmin(app, { ...reviewer, username: 'head' })
  change(app)
  const id = listApiKeys(app.deps)[0]?.id ?? 0
  expect(() => createApiKey(app.deps, admin, 'CRM')).toThrow(/sign in|role/i)
  expect(() => revokeApiKey(app.deps, admin, id)).toThrow(/sign in|role/i)
  expect(listApiKeys(app.deps)).toMatchObject([{ name: 'ERP' }])
  expect((await erp.get('/api/applications')).status).toBe(200)
})

const system = { kind: 'system' } as const
const endSessions = ({ deps }: TestApp) =>
  deps.db.sqlite.prepare('delete from admin_sessions').run()

test('refuses many wrong keys from an address without delaying a right key or a sign-in', async () => {
  const { app, erp } = await withErp({ limitFactor: 0.05 })
  const wrong = withKey(app.browser(), 'cs_wrong')
  const answers = []
  for (let guess = 0; guess < 4; guess += 1) answers.push(await wrong.get('/api/applications'))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])
  expect(answers.at(-1)?.text).toContain('Too many wrong API keys. Please try again in 15 minutes.')
  const signIn = await app.browser().post('/api/admin/login', { username: 'a', password: 'b' })
  expect(signIn.status).toBe(401)
  expect((await erp.get('/api/applications')).status).toBe(200)
  await accessRecorded(app.deps)
  expect(JSON.stringify(app.dump().events)).toContain('sign-in failed')
})

test('opens nothing to a right or wrong key outside the networks of the back office', async () => {
  const { app, id, key } = await withErp({ env: { ADMIN_NETWORKS: '10.0.0.0/8' } })
  const ask = (path: string, authorization: string, peer: string) =>
    app.request(path, { headers: { authorization } }, peer)
  for (const path of [
    '/api/applications',
    `/api/applications/${id}`,
    `/api/applications/${id}/pdf`,
  ]) {
    expect((await ask(path, `Bearer ${key}`, '10.1.2.3')).status).toBe(200)
    for (const bearer of [key, 'cs_wrong'])
      expect((await ask(path, `Bearer ${bearer}`, '203.0.113.7')).status).toBe(404)
  }
})
