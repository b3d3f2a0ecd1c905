import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients } from '#db/schema/clients.ts'
import { hashPassword, noAddress } from '#src/domain/accounts/passwords.ts'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { figures, times } from '../support/rounds.ts'

const tries = times(40)
const customer = {
  email: 'office@sample-calibration.example.com',
  password: 'brass kettle on 4 hobs',
}
const { username } = reviewer

/** The sign-ins, with the right answer and spellings of the same account's name. */
const signIns = [
  {
    path: '/api/admin/login',
    right: reviewer,
    spellings: [username, 'REVIEWER', ' reviewer ', '\uff52eviewer', 'r\uff45viewer'].map(
      (spelling) => ({ username: spelling }),
    ),
  },
  {
    path: '/api/client/login',
    right: customer,
    spellings: [customer.email, customer.email.toUpperCase(), ` ${customer.email} `].map(
      (email) => ({ email }),
    ),
  },
]

test.each(signIns)(
  'guesses at $path, all at once, are looked at ten times, whatever the spelling, the header or the address in one IPv6 network, and the owner gets in',
  async ({ path, right, spellings }) => {
    const app = await stage()
    const guesses = Array.from({ length: tries }, (_, at) => {
      const name = spellings[at % spellings.length]
      const headers = {
        'x-forwarded-for': `203.0.113.${at}`,
        'x-real-ip': `203.0.113.${at}`,
        forwarded: `for=203.0.113.${at}`,
      }
      const peer = `2001:db8:1:2:${at.toString(16)}::${(at * 7).toString(16)}`
      return ask(app, path, { ...name, password: `guess ${at}` }, peer, headers)
    })
    const answers = await Promise.all(guesses)
    const looked = answers.filter(({ status }) => status === 401).length
    figures(path, { tries, 'looked at': looked })
    expect(looked).toBeLessThanOrEqual(10)
    const others = answers.filter(({ status }) => status !== 401)
    expect(others.filter(({ status }) => status !== 429)).toEqual([])
    expect(others.filter(({ headers }) => !headers.get('retry-after'))).toEqual([])
    expect((await ask(app, path, right, '192.0.2.77')).status).toBe(200)
  },
)

async function stage(): Promise<TestApp> {
  const app = testApp({ limitFactor: 1 })
  await submit(app.browser())
  await makeAdmin(app)
  const passwordHash = await hashPassword(app.deps, customer.password, noAddress)
  app.deps.db.orm
    .update(clients)
    .set({ passwordHash })
    .where(eq(clients.email, customer.email))
    .run()
  return app
}

const ask = (app: TestApp, path: string, body: unknown, peer: string, headers = {}) =>
  app.request(
    path,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    },
    peer,
  )
