import { lastEventBefore } from '#src/domain/audit/witness.ts'
import { startOf } from '#src/domain/clock.ts'
import type { TestApp } from './test-app.ts'

/** The server was off for so long by its clock, and starts again. From then on it runs as long as its clock says. */
export function restartAfter({ deps, clock }: TestApp, time: number) {
  clock.now += time
  const at = clock.now
  deps.start = { ...startOf(deps, lastEventBefore(deps.db, at)), running: () => clock.now - at }
}

/** The clock is set while the server runs. */
export function setClock({ deps, clock }: TestApp, time: number) {
  const { running } = deps.start
  clock.now += time
  deps.start = { ...deps.start, running: () => running() - time }
}
