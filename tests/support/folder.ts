import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, which goes with the folder of the run. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'folder-'))
