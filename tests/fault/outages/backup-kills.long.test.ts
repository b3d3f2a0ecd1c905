import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hasRestic, password, placeRepository } from '../../support/backup/off-site.ts'
import { runToEnd } from '../../support/built-process.ts'
import { newFolder } from '../../support/folder.ts'
import { serverProcess } from '../support/server-process.ts'

const restic = spawnSync('sh', ['-c', 'command -v restic'], { encoding: 'utf8' }).stdout.trim()

/** A restic that begins no backup before `letGo`; `hasBegun` says that one was asked for. */
function slowRestic(root: string) {
  const folder = join(root, 'bin')
  const begun = join(root, 'begun')
  const open = join(root, 'open')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'restic'),
    `#!/bin/sh
if [ "$1" = backup ]; then touch ${begun}; while [ ! -e ${open} ]; do sleep 0.1; done; fi
exec ${restic} "$@"
`,
    { mode: 0o755 },
  )
  return {
    path: `${folder}:${process.env.PATH}`,
    hasBegun: () => existsSync(begun),
    letGo: () => writeFileSync(open, ''),
  }
}

test.skipIf(!hasRestic)(
  'leaves no child of a server killed during a backup, and starts beside a backup by hand',
  { timeout: 400_000 },
  async () => {
    const root = newFolder()
    placeRepository(join(root, 'repository'))
    writeFileSync(join(root, 'password'), password)
    const slow = slowRestic(root)
    const env = {
      PATH: slow.path,
      BACKUP_REPOSITORY: join(root, 'repository'),
      BACKUP_PASSWORD_FILE: join(root, 'password'),
      ADMIN_USERNAME: 'warden',
      ADMIN_PASSWORD: 'brass kettle on 4 hobs',
    }
    const server = await serverProcess({ env })
    const own = { ...env, DATA_DIR: server.dataDir, APP_KEY: server.appKey }
    const cli = (...words: string[]) => runToEnd(['dist/cli.js', ...words], own)
    // The schedule first looks for due work a minute after the start.
    await vi.waitUntil(slow.hasBegun, { timeout: 120_000, interval: 200 })
    expect((await cli('backup')).words).toContain('Another off-site backup')
    await server.end('SIGKILL')
    slow.letGo()
    await vi.waitUntil(async () => (await cli('backup')).code === 0, { timeout: 30_000 })
    await server.start()
    await vi.waitUntil(() => server.output().includes('the recovery drill held'), {
      timeout: 150_000,
      interval: 200,
    })
    expect(server.output()).not.toContain('"level":50')
    expect((await cli('verify')).words).toContain('The history is intact')
    expect((await cli('doctor')).words).toMatch(/ok +off-site|think +off-site +1 backup/)
  },
)
