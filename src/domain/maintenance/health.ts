import type { Deps } from '#src/deps.ts'
import { hasName } from '#src/domain/company/company.ts'
import { shortageOf } from '#src/domain/disk-space.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { version } from '../../../package.json'

export { version }

export type Health = { status: 'ok'; version: string; warnings?: string[] }

export function healthOf(deps: Deps): Health {
  const { db, env, proxy } = deps
  if (deps.draining()) throw new Refusal('unavailable', 'The server is stopping')
  db.sqlite.prepare('select 1').get()
  const shortage = shortageOf(deps)
  const warnings = [
    env.SEND_NOTHING && healthWarnings.sendsNothing,
    shortage === 'full' && healthWarnings.diskFull,
    shortage === 'low' && healthWarnings.diskLow,
    proxy.namesNobody && healthWarnings.silentProxy,
    !hasName(deps) && healthWarnings.noName,
    deps.sealing.waitsForClock && healthWarnings.doubtedClock,
  ].filter((words) => words !== false)
  return { status: 'ok', version, ...(warnings.length > 0 && { warnings }) }
}

export const healthWarnings = {
  sendsNothing: 'SEND_NOTHING is set: no email, webhook or backup leaves',
  diskFull: 'the disk of the data is full',
  diskLow: 'the disk of the data runs low',
  silentProxy: 'a trusted proxy sends no X-Forwarded-For',
  noName: 'the company has no name yet',
  doubtedClock: 'no document is sealed while the clock is in doubt',
} as const
