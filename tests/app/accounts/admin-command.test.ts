import { describe, expect, test } from 'vitest'
import { admin } from '#src/commands/admin.ts'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { run, terminalOf } from '../../support/commands.ts'

const signIn = (app: TestApp, username: string, password: string) =>
  app.browser().post('/api/admin/login', { username, password })

describe('the admin command', () => {
  test('creates a staff account with the password typed at the prompt', async () => {
    const app = testApp()
    const terminal = terminalOf('seven green lamps')
    await admin.run(app.deps, terminal, ['create', 'carol'])
    expect((await signIn(app, 'carol', 'seven green lamps')).status).toBe(200)
    expect(terminal.lines.join()).not.toContain('lamps')
  })

  test('resets and closes a staff account, ends its sessions, and lists all accounts', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    await admin.run(app.deps, terminalOf('seven green lamps'), ['reset', 'reviewer'])
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await signIn(app, 'reviewer', 'seven green lamps')).status).toBe(200)
    await makeAdmin(app, { ...reviewer, username: 'head' })
    await run(app, admin, 'disable', 'REVIEWER')
    expect((await signIn(app, 'reviewer', 'seven green lamps')).status).toBe(401)
    expect(await run(app, admin, 'list')).toEqual([
      'head  (administrator, since 2026-11-20)',
      'reviewer  (administrator, since 2026-11-20, closed)',
    ])
  })

  test('turns the requirement of a second factor on and off from the command line', async () => {
    const app = testApp()
    const { browser } = await withSecondFactor(app)
    await browser.postForm('/admin/team', { action: 'require' })
    const lastLine = async (...args: string[]) => (await run(app, admin, ...args)).at(-1)
    const optional = () => lastLine('second-factor', 'optional')
    expect(await lastLine('list')).toBe('A second factor is required for everybody.')
    expect(await optional()).toBe('A second factor is no longer required.')
    expect(await lastLine('list')).toContain('reviewer  (administrator')
    expect(await optional()).toContain('Nothing was changed')
  })
})

test('lists the sign-ins of one administrator, newest first', async () => {
  const app = testApp()
  for (const username of ['reviewer', 'second']) await makeAdmin(app, { ...reviewer, username })
  await signIn(app, 'reviewer', reviewer.password)
  await signIn(app, 'reviewer', 'a wrong password')
  await signIn(app, 'second', reviewer.password)
  await accessRecorded(app.deps)
  const lines = await run(app, admin, 'sign-ins', 'reviewer')
  expect(lines.map((line) => line.split('  ')[1])).toEqual([
    expect.stringMatching(/^sign-in failed from /),
    expect.stringMatching(/^signed in from /),
  ])
  await expect(run(app, admin, 'sign-ins', 'nobody')).rejects.toThrow('There is no account')
})

test('signs out one administrator and nobody else', async () => {
  const app = testApp()
  const [one, other] = [
    await adminBrowser(app),
    await adminBrowser(app, { username: 'second', password: reviewer.password }),
  ]
  const lines = await run(app, admin, 'sign-out', 'reviewer')
  expect((await one.get('/api/admin/me')).status).toBe(401)
  expect((await other.get('/api/admin/me')).status).toBe(200)
  expect(lines).toEqual(['1 session was ended.'])
})
