import { expect, test, vi } from 'vitest'
import { checkEgress } from '#src/security/egress.ts'

vi.mock('node:dns/promises', () => ({ lookup: () => new Promise(() => {}) }))

test('a name is given up when DNS has said nothing for five seconds', async () => {
  vi.useFakeTimers()
  const policy = { mode: 'private-ok', allowedHosts: [], localHosts: [], ownPort: 3000 } as const
  const found = checkEgress({ ...policy, allowedHosts: [] }, 'slow.example.com', 25)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await found).toEqual({ ok: false, reason: 'DNS_FAILED' })
})
