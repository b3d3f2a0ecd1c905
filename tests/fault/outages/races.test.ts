import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { createPasswordToken } from '#src/domain/accounts/password-tokens.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import type { Answer } from '../../support/app/browser.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { figures, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const rounds = times(5)

test(`${rounds} times eight submits at once sign once, with one receipt`, {
  timeout: 60_000 + rounds * 1500,
}, async () => {
  const app = appOfProcess(await serverProcess())
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const browser = app.browser()
    const changes = { mainEmail: `race-${round}@example.com` }
    const id = await fillDraft(browser, changes)
    const answers = await eight(() => browser.put(`/api/applications/${id}`, finalSave(changes)))
    statuses.push(...answers.map(({ status }) => status))
    expect(emails(app, id)).toEqual(['new-application', 'receipt'])
    expect(eventsOf(app, id, 'application submitted')).toBe(1)
  }
  figures('submits', {
    rounds,
    submits: statuses.length,
    'signed once': rounds,
    ...byStatus(statuses),
  })
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(faultsOf(app.deps)).toEqual([])
})

test(`${rounds} times eight decisions at once have one winner, one email and one event`, {
  timeout: 60_000 + rounds * 1500,
}, async () => {
  const app = appOfProcess(await serverProcess())
  const admin = await adminBrowser(app)
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const id = await submit(app.browser(), { mainEmail: `decide-${round}@example.com` })
    const { headers } = await admin.get(`/api/applications/${id}`)
    // all of them have seen the same record
    const seen = { 'if-match': headers.get('etag') ?? '' }
    const answers = await eight((at) =>
      at % 2
        ? admin.patch(`/api/applications/${id}/approve`, { customerCode: `C-${round}` }, seen)
        : admin.patch(`/api/applications/${id}/reject`, { reason: 'Not this one' }, seen),
    )
    statuses.push(...answers.map(({ status }) => status))
    const kinds = emails(app, id).filter((kind) => !['new-application', 'receipt'].includes(kind))
    const decided = answers.filter(({ status }) => status === 200)
    expect({ winners: decided.length, emails: kinds.length }).toEqual({ winners: 1, emails: 1 })
    expect(statusOf(app, id)).toBe(decided[0]?.json?.status)
  }
  figures('decisions', { rounds, decisions: statuses.length, ...byStatus(statuses) })
  expect(statuses.filter((status) => ![200, 409, 412].includes(status))).toEqual([])
  expect(statuses.filter((status) => status === 200)).toHaveLength(rounds)
  expect(faultsOf(app.deps)).toEqual([])
})

test(`${rounds} times a set-password link used eight times at once sets one password`, {
  timeout: 60_000 + rounds * 3000,
}, async () => {
  const app = appOfProcess(await serverProcess({ env: { RATE_LIMIT_FACTOR: '1000' } }))
  const id = await submit(app.browser(), { mainEmail: 'token@example.com' })
  const account = app.deps.db.orm.select().from(clients).get()
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const token = createPasswordToken(app.deps, account?.id ?? 0)
    const password = (at: number) => `kettle number ${round} of ${at}`
    const answers = await eight((at) =>
      app.browser().post('/api/client/set-password', { token, password: password(at) }),
    )
    statuses.push(...answers.map(({ status }) => status))
    const winner = answers.findIndex(({ status }) => status === 200)
    const login = { email: 'token@example.com', password: password(winner) }
    expect((await app.browser().post('/api/client/login', login)).status).toBe(200)
  }
  figures('tokens', { rounds, uses: statuses.length, ...byStatus(statuses) })
  expect(id).not.toBe('')
  expect(statuses.filter((status) => status === 200)).toHaveLength(rounds)
  expect(statuses.filter((status) => ![200, 400].includes(status))).toEqual([])
})

const eight = (ask: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: 8 }, (_, at) => ask(at)))

const byStatus = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)]
      .sort()
      .map((status) => [`answered ${status}`, statuses.filter((one) => one === status).length]),
  )

const emails = ({ deps }: TestApp, id: string) =>
  deps.db.sqlite
    .prepare<[string], { kind: string }>(
      'select kind from outbox where application = ? order by kind',
    )
    .all(id)
    .map(({ kind }) => kind)

const eventsOf = ({ deps }: TestApp, id: string, action: string) =>
  deps.db.sqlite
    .prepare('select 1 from events where application = ? and action = ?')
    .all(id, action).length

const statusOf = ({ deps }: TestApp, id: string) =>
  deps.db.orm.select().from(applications).where(eq(applications.id, id)).get()?.status
