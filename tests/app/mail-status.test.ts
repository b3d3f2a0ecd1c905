import { expect, test } from 'vitest'
import { mailStatus } from '#src/domain/mailing/mail-status.ts'
import { discardLetter } from '#src/domain/mailing/status.ts'
import { adminBrowser } from '../support/admins.ts'
import { submit } from '../support/applicants.ts'
import {
  letters,
  officer,
  putLetters,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../support/mail-settings.ts'
import { closedPort, smtpServer } from '../support/smtp-server.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const dashboard = async (house: TestApp) =>
  (await (await adminBrowser(house)).get('/admin/dashboard')).text

test('before email is set up the dashboard says so, with what waits, and leads to the settings', async () => {
  const house = testApp()
  expect(await dashboard(house)).toContain('Email is not set up, so nobody is told')
  putLetters(house, 2)
  expect(mailStatus(house.deps)).toEqual({ kind: 'not-set-up', emails: 2 })
  const page = await dashboard(house)
  expect(page).toContain('Email is not set up: 2 emails waiting.')
  expect(page).toContain('<a href="/admin/email-settings">Open Email Settings</a>')
})

test('while emails go out nothing is said', async () => {
  const house = testApp()
  const server = await smtpServer()
  saveMailSettings(house, smtpSettings(server.port))
  putLetters(house, 1)
  expect(mailStatus(house.deps)).toBeNull()
  expect(await turn(house)).toBe('sent')
  house.clock.now += 3_600_000
  expect(mailStatus(house.deps)).toBeNull()
  expect(await dashboard(house)).not.toContain('Open Email Settings')
})

test('a server that fails is named with its reason, for as long as an email is left behind', async () => {
  const house = testApp()
  saveMailSettings(house, smtpSettings(await closedPort()))
  putLetters(house, 1)
  await turn(house)
  const reason = 'The server refused the connection'
  expect(mailStatus(house.deps)).toEqual({ kind: 'failing', emails: 1, reason })
  expect(await dashboard(house)).toContain(`1 email could not be sent: ${reason}.`)
  house.clock.now += 49 * 3_600_000
  await turn(house)
  expect(letters(house)[0]?.state).toBe('dead')
  expect(mailStatus(house.deps)).toMatchObject({ kind: 'failing', emails: 1 })
  discardLetter(house.deps, officer, 1)
  expect(mailStatus(house.deps)).toBeNull()
})

test('the record of an application gives the same reason in words beside its email', async () => {
  const house = testApp()
  const id = await submit(house.browser())
  saveMailSettings(house, smtpSettings(await closedPort()))
  await turn(house)
  const { json } = await (await adminBrowser(house)).get(`/api/applications/${id}`)
  expect(json?.letters).toContainEqual(
    expect.objectContaining({ reason: 'The server refused the connection' }),
  )
})

test('emails that nobody takes in hand are said to wait', async () => {
  const house = testApp()
  saveMailSettings(house, smtpSettings(25))
  putLetters(house, 2)
  const since = new Date(house.clock.now).toISOString()
  house.clock.now += 5 * 60_000
  expect(mailStatus(house.deps)).toEqual({ kind: 'waiting', emails: 2, since })
  expect(await dashboard(house)).toContain('2 emails have been waiting since')
})

test('Microsoft that has to be connected again is said before an email has failed', async () => {
  const house = testApp()
  saveMailSettings(
    house,
    smtpSettings(25, {
      emailProvider: 'oauth365',
      oauth365ClientId: 'a',
      oauth365ClientSecret: 'b',
      oauth365TenantId: 'c',
    }),
  )
  house.deps.db.sqlite.exec('update email_settings set oauth365_reconnect_needed = 1')
  expect(mailStatus(house.deps)).toEqual({
    kind: 'failing',
    emails: 0,
    reason: 'Microsoft 365 must be connected again',
  })
})
