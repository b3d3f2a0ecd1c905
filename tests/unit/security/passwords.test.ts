import { Argon2id } from 'oslo/password'
import { expect, test, vi } from 'vitest'
import { QueueFull } from '#src/security/fair-queue.ts'
import { createPasswords, isPaddedCommonPassword } from '#src/security/passwords.ts'

const password = 'four quiet copper lamps'

test('hashes a password by Argon2id with 19 MiB and two passes', async () => {
  const { hash } = createPasswords()
  expect(await hash(password, 'none')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('accepts a password of up to 128 characters, however many bytes they have', async () => {
  const { hash, matches } = createPasswords()
  const longest = '🔑'.repeat(128)
  expect(await matches(await hash(longest, 'none'), longest, 'none')).toBe(true)
  expect(await matches(await hash(password, 'none'), longest, 'none')).toBe(false)
  const longer = `${longest}x`
  expect(await matches(await hash(longer, 'none'), longer, 'none')).toBe(false)
  const text = 'x'.repeat(129)
  expect(await matches(await hash(text, 'none'), text, 'none')).toBe(false)
})

test.each([
  ['no hash', null, password],
  ['a broken hash', 'no hash at all', password],
  ['a password that is too long', '', 'x'.repeat(300)],
])('spends the work of one check on %s', async (_, hash, given) => {
  const algorithm = new Argon2id({ memorySize: 64, iterations: 1 })
  const { matches } = createPasswords(algorithm)
  await matches(null, password, 'none')
  const work = vi.spyOn(algorithm, 'verify')
  const stored = hash === '' ? await algorithm.hash(password) : hash
  expect(await matches(stored, given, 'none')).toBe(false)
  const done = await Promise.allSettled(work.mock.results.map(({ value }) => value))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  if (given.length > 128) expect(work.mock.calls.flat()).not.toContain(given)
})

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 2],
])(
  'on %i cores runs %i checks at once, lets 32 wait, and shares the places among networks',
  async (cores, atOnce) => {
    const algorithm = new Argon2id()
    const running = vi.spyOn(algorithm, 'hash').mockReturnValue(new Promise(() => {}))
    const { hash } = createPasswords(algorithm, cores)
    const asked = Array.from({ length: atOnce + 32 }, () => hash(password, '2001:db8:1::1'))
    expect(running).toHaveBeenCalledTimes(atOnce)
    await expect(hash(password, '2001:db8:1:ffff::1')).rejects.toThrow(QueueFull)
    void hash(password, '203.0.113.9')
    await expect(asked.at(-1)).rejects.toThrow(QueueFull)
  },
)

test.each([
  ['sunshine', true],
  ['12sunshine!', true],
  ['sun7shine', false],
])('treats %s as a common password with padding: %s', async (password, is) => {
  expect(await isPaddedCommonPassword(password)).toBe(is)
})
