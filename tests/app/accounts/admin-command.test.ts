import { describe, expect, test } from 'vitest'
import { admin } from '#src/commands/admin.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** A terminal that is answered with one secret and remembers what it was told. */
function terminalOf(secret = '') {
  const lines: string[] = []
  return { lines, say: (line: string) => lines.push(line), askSecret: async () => secret }
}

const signIn = (app: TestApp, username: string, password: string) =>
  app.browser().post('/api/admin/login', { username, password })

describe('the admin command', () => {
  test('creates an account by the password of the prompt', async () => {
    const app = testApp()
    const terminal = terminalOf('seven green lamps')
    await admin.run(app.deps, terminal, ['create', 'carol'])
    expect((await signIn(app, 'carol', 'seven green lamps')).status).toBe(200)
    expect(terminal.lines.join()).not.toContain('lamps')
  })

  test('resets and closes an account, which ends its sessions, and lists what there is', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    await admin.run(app.deps, terminalOf('seven green lamps'), ['reset', 'reviewer'])
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await signIn(app, 'reviewer', 'seven green lamps')).status).toBe(200)
    await makeAdmin(app, { ...reviewer, username: 'head' })
    await admin.run(app.deps, terminalOf(), ['disable', 'REVIEWER'])
    expect((await signIn(app, 'reviewer', 'seven green lamps')).status).toBe(401)
    const terminal = terminalOf()
    await admin.run(app.deps, terminal, ['list'])
    expect(terminal.lines).toEqual([
      'head  (administrator, since 2026-11-20)',
      'reviewer  (administrator, since 2026-11-20, closed)',
    ])
  })

  test('says that a second factor is required, and ends that', async () => {
    const app = testApp()
    const { browser } = await withSecondFactor(app)
    await browser.postForm('/admin/team', { action: 'require' })
    const run = async (...args: string[]) => {
      const terminal = terminalOf()
      await admin.run(app.deps, terminal, args)
      return terminal.lines.at(-1)
    }
    expect(await run('list')).toBe('A second factor is required for everybody.')
    expect(await run('second-factor', 'optional')).toBe('A second factor is no longer required.')
    expect(await run('list')).toContain('reviewer  (administrator')
    expect(await run('second-factor', 'optional')).toContain('Nothing was changed')
  })
})

test('admin sign-out signs one administrator out, and others not', async () => {
  const app = testApp()
  const [one, other] = [
    await adminBrowser(app),
    await adminBrowser(app, { username: 'second', password: reviewer.password }),
  ]
  const terminal = terminalOf()
  await admin.run(app.deps, terminal, ['sign-out', 'reviewer'])
  expect((await one.get('/api/admin/me')).status).toBe(401)
  expect((await other.get('/api/admin/me')).status).toBe(200)
  expect(terminal.lines).toEqual(['1 session was ended.'])
})
