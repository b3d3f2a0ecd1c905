import { readFileSync } from 'node:fs'
import type { Deps } from '#src/deps.ts'
import { placeOptions } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { type BackupTarget, nameOfTarget } from '#src/security/backup-target.ts'
import { keepDrill } from './kept-drills.ts'
import {
  type DrillFiles,
  DrillNotRun,
  type DrillReport,
  runDrill,
  WrongPrivateKey,
} from './run-drill.ts'

type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now'>

type Drill = {
  target: BackupTarget
  askIdentity: () => Promise<string> | string
  /** Somebody types the private key, and may mistype it: that is no result. */
  typed?: boolean
  stopping: AbortSignal
}

/**
 * Runs a drill and keeps its result, if it is one at the target in use. A drill that was stopped, or did not begin, has
 * no result.
 */
export async function drillAndKeep(
  deps: Store,
  files: DrillFiles,
  { target, askIdentity, typed = false, stopping }: Drill,
): Promise<DrillReport> {
  const { BACKUP_TARGET } = deps.env
  const isOurs = BACKUP_TARGET && nameOfTarget(BACKUP_TARGET) === nameOfTarget(target)
  const place = placeOptions(deps.env, target)
  const report = await runDrill(deps, files, place, askIdentity, stopping).catch(async (error) => {
    const failed = error instanceof Error ? error.message : String(error)
    const isResult = !(error instanceof DrillNotRun) && !(typed && error instanceof WrongPrivateKey)
    if (isOurs && isResult && !stopping.aborted) await keepDrill(deps, { failed })
    throw error
  })
  if (isOurs) await keepDrill(deps, report)
  return report
}

/** The private key from its file. */
export function identityIn(env: Env): string {
  try {
    return readFileSync(env.BACKUP_IDENTITY_FILE ?? '', 'utf8')
  } catch {
    throw new Error('BACKUP_IDENTITY_FILE cannot be read')
  }
}
