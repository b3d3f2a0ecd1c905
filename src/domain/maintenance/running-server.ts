import { readFact, storeFact } from '#db/schema/installation.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Deps, SilentProxy, Store } from '#src/deps.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { version } from './health.ts'

/** An earlier version did not note `clock`. */
type RunningServer = { version: string; proxy: SilentProxy | null; clock?: string | null }

const row = 'server'

/** Returns what the server that runs, or that ran last, has noted here for `doctor`. */
export const runningServer = ({ db }: Pick<Store, 'db'>) => readFact<RunningServer>(db, row)

export const noteServer = (deps: Deps) =>
  transact(deps, ({ db }) => storeFact(db, row, noteOf(deps)))

const noteOf = (deps: Deps): RunningServer => ({
  version,
  proxy: deps.proxy.silent,
  clock: clockDoubt(deps),
})

/**
 * Notes what the proxy fails to pass on, or `null` once it passes on everything. The note is stored later, so that the
 * response does not wait for it.
 */
export function noteProxy(deps: Deps, silent: SilentProxy | null) {
  deps.proxy.silent = silent
  writable(deps)
    .then(() => noteServer(deps))
    .catch((err) =>
      deps.log.warn({ err }, 'what "doctor" should say of the proxy could not be stored'),
    )
}

export function silentProxyWords({ address, isTrusted, lacksHost }: SilentProxy): string {
  const lacks = lacksHost
    ? 'neither the Host header that it received nor the address of the visitor (X-Forwarded-For)'
    : 'no address of the visitor (X-Forwarded-For)'
  const lines = [
    ...(lacksHost ? ['proxy_set_header Host $host'] : []),
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for',
  ]
  return [
    `The proxy at ${address} passes on ${lacks}: ${sharing}`,
    `With nginx: ${lines.join('; ')}`,
    ...(isTrusted ? [] : [`Then name ${address} in TRUSTED_PROXIES`]),
  ].join('. ')
}

export const sharing =
  'all visitors share one address and its limits, so a few wrong passwords stop every sign-in for 15 minutes'
