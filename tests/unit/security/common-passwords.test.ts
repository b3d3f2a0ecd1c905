import { expect, test } from 'vitest'
import { isCommonPassword } from '#src/security/common-passwords.ts'

test.each(['password', 'Password1', 'ILOVEYOU', 'qwerty123'])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['four quiet copper lamps', '', 'qwerty', '123456'])(
  '%j is not: it is rare, or too short to be listed',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
