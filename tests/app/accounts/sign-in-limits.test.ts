import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { email, password, signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const clientLogin = '/api/client/login'
const adminLogin = '/api/admin/login'
const office = '198.51.100.7'
const elsewhere = '203.0.113.1'

describe('failed sign-ins of all accounts together', () => {
  test('counts failed sign-ins of all accounts by address, so that nobody can try one password on everybody', async () => {
    const app = testApp({ limitFactor: 1 })
    await makeAdmin(app)
    const statuses: number[] = []
    for (let at = 0; at < 60; at++) {
      const customer = { email: `nobody${at}@example.com`, password }
      const admin = { username: `nobody${at}`, password }
      statuses.push(await post(app, clientLogin, customer, office))
      statuses.push(await post(app, adminLogin, admin, office))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(await post(app, adminLogin, reviewer, office)).toBe(429)
    expect(await post(app, adminLogin, reviewer, elsewhere)).toBe(200)
  })

  test('counts failed sign-ins by the network of one IPv6 site', async () => {
    const app = testApp({ limitFactor: 1 })
    const statuses: number[] = []
    for (let at = 0; at < 140; at++) {
      const given = { username: `nobody${at}`, password }
      statuses.push(await post(app, adminLogin, given, `2001:db8:1:${at.toString(16)}::1`))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(120)
    const other = { username: 'nobody', password }
    expect(await post(app, adminLogin, other, '2001:db8:2:1::1')).toBe(401)
  })

  test('does not use up the limit of an address for one person who has the wrong password saved', async () => {
    const app = testApp({ limitFactor: 1 })
    await signedIn(app)
    const given = { email: 'old@example.com', password }
    for (let at = 0; at < 100; at++) await post(app, clientLogin, given, office)
    expect(await post(app, clientLogin, { email, password }, office)).toBe(200)
  })

  test('leaves an office of twenty people alone, each of whom mistypes twice', async () => {
    const app = testApp({ limitFactor: 1 })
    const { passwordHash } = await makeAdmin(app)
    const names = Array.from({ length: 20 }, (_, at) => `clerk${at}`)
    for (const username of names)
      app.deps.db.orm
        .insert(admins)
        .values({ username, usernameKey: username, passwordHash, role: 'viewer', createdAt: 0 })
        .run()
    const all = (given: string) =>
      Promise.all(
        names.map((username) => post(app, adminLogin, { username, password: given }, office)),
      )
    expect(new Set(await all('wrong'))).toEqual(new Set([401]))
    expect(new Set(await all('wrong again'))).toEqual(new Set([401]))
    expect(new Set(await all(reviewer.password))).toEqual(new Set([200]))
  })
})

test('allows one account ten tries from all networks of an IPv6 site, however its name is written', async () => {
  const app = testApp({ limitFactor: 1 })
  const statuses: number[] = []
  for (let at = 0; at < 60; at++) {
    const peer = `2001:db8:1:${at.toString(16)}::1`
    const username = ['ann', 'ANN', ' ann ', '\uff41nn'][at % 4]
    statuses.push(await post(app, adminLogin, { username, password }, peer))
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('leaves room for another address while many people sign in at once from one', async () => {
  const app = testApp()
  await makeAdmin(app)
  const flood = Array.from({ length: 45 }, (_, at) =>
    post(app, adminLogin, { username: `nobody${at}`, password }, office),
  )
  const owner = post(app, adminLogin, reviewer, elsewhere)
  expect(await owner).toBe(200)
  expect(await Promise.all(flood)).toContain(503)
})

const post = async (app: TestApp, path: string, body: object, peer: string) =>
  (await app.browser(peer).post(path, body)).status

const client = { path: '/api/client/login', given: { email, password } }
const admin = { path: '/api/admin/login', given: reviewer }

test.each([
  ['a customer', client],
  ['an administrator', admin],
])('does not count a try of %s that was not checked as a failure', async (_, { path, given }) => {
  const app = testApp({ limitFactor: 1 })
  await signedIn(app)
  await makeAdmin(app)
  const attempt = async (body: object) => (await app.browser().post(path, body)).status
  const guess = () => attempt({ ...given, password: 'wrong wrong' })
  const strangers = Array.from({ length: 40 }, (_, at) =>
    app.browser().post(client.path, { email: `nobody${at}@example.com`, password }),
  )
  const guesses = await Promise.all(Array.from({ length: 8 }, guess))
  const failures = guesses.filter((status) => status === 401).length
  expect(failures).toBeLessThan(5)
  await Promise.all(strangers)
  for (let more = failures; more < 9; more++) expect(await guess()).toBe(401)
  expect(await attempt(given)).toBe(200)
})
