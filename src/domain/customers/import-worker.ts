import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import { startLoop } from '#src/domain/work-loop.ts'
import { checkFile } from './check-file.ts'
import { importRows } from './import-rows.ts'
import { openImport } from './imports.ts'
import { onImports } from './steps.ts'

/** How long the chunk under way may take at the end; the next start goes on behind it. */
const patienceAtEnd = seconds(2)

/** Starts the one worker that checks and imports files of customers; what a stop interrupted goes on. */
export function startImports(deps: Deps): { stop: () => Promise<void> } {
  const loop = startLoop(deps, () => runImport(deps), 'an import of customers was interrupted')
  const leave = onImports(deps, loop.wake)
  return {
    async stop() {
      leave()
      await loop.stop(patienceAtEnd)
    },
  }
}

/** Checks or imports the file that is waiting for it; false when none is. */
export async function runImport(deps: Deps): Promise<boolean> {
  const open = openImport(deps)
  if (!open || open.state === 'checked' || deps.draining()) return false
  await (open.state === 'checking' ? checkFile(deps, open) : importRows(deps, open))
  return true
}
