import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Before the tests: what workers, browsers and servers of this run keep in the folder for temporary files lies in one
 * of the run's own, which goes with it. A worker is ended from outside, so it cannot tidy up by itself.
 */
export default function runFolder() {
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(tmpdir(), 'countersign-run-'))
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
