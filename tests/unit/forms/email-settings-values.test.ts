import { expect, test } from 'vitest'
import { settingsValues } from '#src/forms/email-settings/email-settings-values.ts'

test.each([
  ['465', 465],
  [' 2525 ', 2525],
  ['-1', -1],
  ['abc', 587],
  ['', 587],
])('the port %j is sent as the number %i', (typed, sent) => {
  expect(settingsValues([['smtpPort', typed]])).toMatchObject({ smtpPort: sent })
})

test('check boxes are sent as booleans, everything else as it was typed', () => {
  const form: [string, string][] = [
    ['smtpSecure', 'true'],
    ['smtpPassword', ' spaces stay '],
  ]
  expect(settingsValues(form)).toMatchObject({
    smtpSecure: true,
    smtpRequireTls: false,
    smtpPassword: ' spaces stay ',
    smtpHost: '',
  })
})
