import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Before the tests: what workers, browsers and servers of this run keep in the folder for temporary files lies in one
 * of the run's own, which goes with it, also when somebody breaks the run off. A worker is ended from outside, so it
 * cannot tidy up by itself. Every project comes by here, and one folder is enough: a browser's sockets in four of them,
 * one in the other, have too long a path.
 */
export default function runFolder() {
  if (tmpdir().includes(prefix)) return
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const prefix = 'countersign-run-'
