import { expect, test } from 'vitest'
import { createPasswords } from '#src/security/passwords.ts'

const { hash, matches } = createPasswords()
const password = 'four quiet copper lamps'

test('a password is hashed by Argon2id with 19 MiB and two passes', async () => {
  expect(await hash(password, 'none')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the password itself matches its hash; no hash and a broken one match nothing', async () => {
  const stored = await hash(password, 'none')
  expect(await matches(stored, password, 'none')).toBe(true)
  expect(await matches(stored, `${password} `, 'none')).toBe(false)
  expect(await matches(null, password, 'none')).toBe(false)
  expect(await matches('$argon2id$broken', password, 'none')).toBe(false)
})

test('a password is up to 128 characters long, however many bytes they have', async () => {
  const longest = '🔑'.repeat(128)
  expect(await matches(await hash(longest, 'none'), longest, 'none')).toBe(true)
  const longer = `${longest}x`
  expect(await matches(await hash(longer, 'none'), longer, 'none')).toBe(false)
})
