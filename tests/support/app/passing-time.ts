import { confirmClock } from '#src/domain/maintenance/clock.ts'
import type { TestApp } from './test-app.ts'

/** Lets time pass; an administrator confirms the clock, so that nothing waits for a server that runs. */
export function letPass(app: TestApp, time: number) {
  app.clock.now += time
  const administrator = { id: 0, username: 'administrator', role: 'administrator' } as const
  confirmClock(app.deps, { kind: 'admin', ...administrator, sessionHash: '' })
}
