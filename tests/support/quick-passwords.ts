import { vi } from 'vitest'

// Hashing a password as the product does takes 20 ms of a core. Tests that are not about that use a cheap hash; the
// parameters of the real one are held by tests/unit/security/passwords.test.ts.

vi.mock('oslo/password', async (original) => {
  const { Argon2id } = await original<typeof import('oslo/password')>()
  return {
    Argon2id: class extends Argon2id {
      constructor() {
        super({ memorySize: 64, iterations: 1 })
      }
    },
  }
})
