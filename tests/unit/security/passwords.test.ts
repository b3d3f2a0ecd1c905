import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from '#src/security/passwords.ts'

const password = 'four quiet copper lamps'

test('a password is hashed by Argon2id with 19 MiB and two passes', async () => {
  expect(await hashPassword(password, 'none')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the password itself matches its hash; no hash and a broken one match nothing', async () => {
  const hash = await hashPassword(password, 'none')
  expect(await passwordMatches(hash, password, 'none')).toBe(true)
  expect(await passwordMatches(hash, `${password} `, 'none')).toBe(false)
  expect(await passwordMatches(null, password, 'none')).toBe(false)
  expect(await passwordMatches('$argon2id$broken', password, 'none')).toBe(false)
})

test('a password is up to 128 characters long, however many bytes they have', async () => {
  const longest = '🔑'.repeat(128)
  expect(await passwordMatches(await hashPassword(longest, 'none'), longest, 'none')).toBe(true)
  const longer = `${longest}x`
  expect(await passwordMatches(await hashPassword(longer, 'none'), longer, 'none')).toBe(false)
})
