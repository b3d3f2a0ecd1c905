import { expect, test, vi } from 'vitest'
import { checkEgress, type EgressPolicy } from '#src/security/egress.ts'

vi.mock('node:dns/promises', () => ({ lookup: () => new Promise(() => {}) }))

test('a name is given up when DNS has said nothing for five seconds', async () => {
  vi.useFakeTimers()
  const policy: EgressPolicy = {
    mode: 'private-ok',
    allowedHosts: [],
    localHosts: [],
    ownPort: 3000,
  }
  const found = checkEgress(policy, 'slow.example.com', 25)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await found).toEqual({ ok: false, reason: 'DNS_FAILED' })
})
