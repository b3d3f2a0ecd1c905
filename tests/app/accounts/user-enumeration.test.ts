import { expect, test } from 'vitest'
import { resolveEmailRequests } from '#src/domain/mailing/delivery.ts'
import { makeAdmin } from '../../support/app/admins.ts'
import type { Answer } from '../../support/app/browser.ts'
import { email, invited, password, signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** Returns all that a stranger sees of an answer, without the request id, which differs each time. */
function seen({ status, text, headers }: Answer) {
  const shown = new Headers(headers)
  shown.delete('x-request-id')
  return { status, text, headers: [...shown] }
}

const second = 'second@example.com'

test.each<[string, string, (app: TestApp) => Promise<Record<string, unknown>[]>]>([
  [
    'a sign-in of the back office',
    '/api/admin/login',
    async (app) => {
      const { username } = await makeAdmin(app)
      return [username, 'nobody'].map((name) => ({ username: name, password: 'not the password' }))
    },
  ],
  [
    'a sign-in of a customer',
    '/api/client/login',
    async (app) => {
      await signedIn(app)
      await invited(app, { mainEmail: second })
      return [email, second, 'nobody@example.com'].map((address) => ({
        email: address,
        password: 'not the password',
      }))
    },
  ],
  [
    'a forgotten password',
    '/api/client/forgot-password',
    async (app) => {
      await signedIn(app)
      await invited(app, { mainEmail: second })
      return [email, second, 'nobody@example.com'].map((address) => ({ email: address }))
    },
  ],
  [
    'a link that is used, void, made up or no link at all',
    '/api/client/set-password',
    async (app) => {
      const { token } = await invited(app)
      await app.browser().post('/api/client/set-password', { token, password })
      const gone = (await invited(app, { mainEmail: second })).token
      app.clock.now += 25 * 60 * 60 * 1000
      return [token, gone, 'A'.repeat(43), 'x'].map((given) => ({ token: given, password }))
    },
  ],
])('answers %s with the same bytes for known and unknown addresses', async (_, path, bodies) => {
  const app = testApp()
  const answers = []
  for (const body of await bodies(app)) answers.push(seen(await app.browser().post(path, body)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each<[string, string, number, string]>([
  ['a request for a link', '/api/client/forgot-password', 1, 'link-request'],
  ['a sign-in refused after too many guesses', '/api/client/login', 12, 'guesses-refused'],
])(
  'stores the same for everybody after %s, until the worker looks the address up',
  async (_, path, times, kind) => {
    const app = testApp({ limitFactor: 1 })
    await invited(app)
    const left = async (address: string) => {
      const before = app.dump().jobs?.length ?? 0
      for (let time = 0; time < times; time++)
        await app.browser().post(path, { email: address, password: 'wrong wrong' })
      const rows = (app.dump().jobs?.slice(before) ?? []) as Record<string, unknown>[]
      return rows.map(({ id, dedupe_key, data, mailbox, ...rest }) => ({
        ...rest,
        data: String(data).replace(address, ''),
        mailbox: mailbox === address,
      }))
    }
    const [known, unknown] = [await left(email), await left('nobody@example.com')]
    expect(known).toMatchObject([{ kind, state: 'requested' }])
    expect(unknown).toEqual(known)

    resolveEmailRequests(app.deps)
    const stored = JSON.stringify(app.dump().jobs)
    expect(stored).not.toContain('nobody@example.com')
    expect(stored).not.toContain(kind)
  },
)
