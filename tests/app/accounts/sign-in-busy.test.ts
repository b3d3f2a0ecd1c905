import { expect, test } from 'vitest'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { email, password, signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

const client = { path: '/api/client/login', given: { email, password } }
const admin = { path: '/api/admin/login', given: reviewer }

test.each([
  ['a customer', client],
  ['an administrator', admin],
])('a try of %s that nobody looked at is no failure', async (_, { path, given }) => {
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
