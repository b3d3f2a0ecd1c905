import { expect, test } from 'vitest'
import { isCommonPassword } from '#src/security/common-passwords.ts'

test('a password is common in any case; a rare one, or one too short to be taken, is not', async () => {
  for (const common of ['password', 'Password1', 'ILOVEYOU', 'qwerty123'])
    expect(await isCommonPassword(common), common).toBe(true)
  for (const other of ['four quiet copper lamps', '', 'qwerty', '123456'])
    expect(await isCommonPassword(other), other).toBe(false)
})
