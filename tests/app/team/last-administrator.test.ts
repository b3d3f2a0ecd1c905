import { expect, test } from 'vitest'
import { changeRole, createAdmin, disableAdmin } from '#src/domain/accounts/admins.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const operator = { kind: 'system' } as const
const { password } = reviewer
const last = 'This is the last administrator. Make somebody else an administrator first.'

const demote = (app: TestApp, name: string) => changeRole(app.deps, operator, name, 'viewer')
const disable = (app: TestApp, name: string) => disableAdmin(app.deps, operator, name)

test.each([
  ['demoted', demote],
  ['disabled', disable],
] as const)('the last administrator is not %s, and stays signed in', async (_, lose) => {
  const app = testApp()
  const browser = await adminBrowser(app)
  await makeAdmin(app, { username: 'clerk', password, role: 'reviewer' })
  demote(app, 'head')
  const before = app.dump()
  expect(() => lose(app, reviewer.username)).toThrow(last)
  expect(app.dump()).toEqual(before)
  expect((await browser.get('/api/email-settings')).status).toBe(200)
})

test('the first account is an administrator', async () => {
  const app = testApp()
  const clerk = { username: 'clerk', password, role: 'reviewer' } as const
  await expect(createAdmin(app.deps, operator, clerk)).rejects.toThrow(
    'The first account must be an administrator',
  )
  expect(app.dump().admins).toEqual([])
})
