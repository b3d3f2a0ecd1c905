import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the run a temporary folder of its own, removed at the end, because workers are killed and cannot tidy up. Its
 * path is short: sockets of browsers allow no long ones.
 */
export default function runFolder() {
  if (tmpdir().includes(prefix)) return
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.env.TMPDIR = folder
  // a browser that has just been told to end still writes
  const patiently = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }
  process.once('exit', () => rmSync(folder, patiently))
}

const prefix = 'countersign-run-'
