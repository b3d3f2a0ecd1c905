import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clients } from '#db/schema/clients.ts'
import { hashPassword, noAddress } from '#src/domain/accounts/passwords.ts'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { figures, times } from '../support/rounds.ts'

const tries = times(30)
const customer = {
  email: 'office@sample-calibration.example.com',
  password: 'brass kettle on 4 hobs',
}

/** The ways in: what is sent, what a guess looks like, and the same account's name in other spellings. */
const doors = {
  admin: {
    path: '/api/admin/login',
    right: reviewer,
    guess: (password: string) => ({ username: reviewer.username, password }),
    spellings: [
      'reviewer',
      'REVIEWER',
      ' reviewer ',
      'Reviewer',
      '\uff52eviewer',
      'r\uff45viewer',
    ].map((username) => ({
      username,
      password: 'guess',
    })),
  },
  client: {
    path: '/api/client/login',
    right: customer,
    guess: (password: string) => ({ email: customer.email, password }),
    spellings: [customer.email, customer.email.toUpperCase(), ` ${customer.email} `].map(
      (email) => ({
        email,
        password: 'guess',
      }),
    ),
  },
} as const

describe.each(Object.entries(doors))('guessing at the %s sign-in', (name, door) => {
  test('is looked at ten times in a quarter of an hour, whatever the spelling or the header', async () => {
    const app = await stage()
    const statuses: number[] = []
    for (let at = 0; at < tries; at++) {
      const body =
        at % 3 ? door.guess(`guess ${at}`) : door.spellings[(at / 3) % door.spellings.length]
      const headers = {
        'x-forwarded-for': `203.0.113.${at}`,
        'x-real-ip': `203.0.113.${at}`,
        forwarded: `for=203.0.113.${at}`,
        'user-agent': `agent ${at}`,
      }
      statuses.push((await ask(app, door.path, body, '198.51.100.1', headers)).status)
    }
    const looked = statuses.filter((status) => status === 401).length
    figures(`${name}, one address`, {
      tries,
      'looked at': looked,
      refused: statuses.filter((status) => status === 429).length,
    })
    expect(looked).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
  })

  test('gains nothing from the addresses of one IPv6 network, and does not lock the owner out', async () => {
    const app = await stage()
    const statuses: number[] = []
    for (let at = 0; at < tries; at++) {
      const peer = `2001:db8:1:2:${at.toString(16)}::${(at * 7).toString(16)}`
      statuses.push((await ask(app, door.path, door.guess(`guess ${at}`), peer)).status)
    }
    const owner = await ask(app, door.path, door.right, '192.0.2.77')
    figures(`${name}, one /64`, {
      tries,
      'looked at': statuses.filter((status) => status === 401).length,
      'owner signs in': owner.status,
    })
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(owner.status).toBe(200)
  })

  test('with all tries sent at once is looked at no more often', async () => {
    const app = await stage()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        ask(app, door.path, door.guess(`guess ${at}`), '198.51.100.2'),
      ),
    )
    const looked = answers.filter(({ status }) => status === 401).length
    const retry = answers.filter(
      ({ status, headers }) => status === 429 && !headers.get('retry-after'),
    )
    figures(`${name}, at once`, { tries: answers.length, 'looked at': looked })
    expect(looked).toBeLessThanOrEqual(10)
    expect(retry).toEqual([])
  })
})

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
