import type { Deps } from '#src/deps.ts'
import { hasName } from '#src/domain/company/company.ts'
import { shortageOf } from '#src/domain/disk-space.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { version } from '../../../package.json'

export { version }

/** Returns the health and nothing else, because everybody can ask for it. */
export function healthOf({ db, draining }: Deps): { status: 'ok' } {
  if (draining()) throw new Refusal('unavailable', 'The server is stopping')
  db.sqlite.prepare('select 1').get()
  return { status: 'ok' }
}

export function warningsOf(deps: Deps): string[] {
  const { env, proxy } = deps
  const shortage = shortageOf(deps)
  return [
    env.SEND_NOTHING && healthWarnings.sendsNothing,
    shortage === 'full' && healthWarnings.diskFull,
    shortage === 'low' && healthWarnings.diskLow,
    proxy.silent && healthWarnings.silentProxy,
    !hasName(deps) && healthWarnings.noName,
    deps.sealing.waitsForClock && healthWarnings.doubtedClock,
  ].filter((words) => typeof words === 'string')
}

export const healthWarnings = {
  sendsNothing: 'SEND_NOTHING is set: no email, webhook or backup leaves',
  diskFull: 'the disk of the data is full',
  diskLow: 'the disk of the data runs low',
  silentProxy: 'a proxy passes on no address of its visitors',
  noName: 'the company has no name yet',
  doubtedClock: 'no document is sealed while the clock may be wrong',
} as const
