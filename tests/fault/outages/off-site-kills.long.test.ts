import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openForReading } from '#db/open.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { hasRestic, password, placeRepository } from '../../support/backup/off-site.ts'
import { runToEnd } from '../../support/built-process.ts'
import { startServer } from '../../support/built-server.ts'
import { newFolder } from '../../support/folder.ts'
import { times } from '../support/rounds.ts'

const root = newFolder()
placeRepository(join(root, 'repository'))
writeFileSync(join(root, 'password'), password)
const env = {
  APP_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: join(root, 'data'),
  BACKUP_REPOSITORY: join(root, 'repository'),
  BACKUP_PASSWORD_FILE: join(root, 'password'),
}
const admin = { ADMIN_USERNAME: 'warden', ADMIN_PASSWORD: 'brass kettle on 4 hobs' }

const cli = (...words: string[]) => runToEnd(['dist/cli.js', ...words], env)

async function works(...words: string[]) {
  const { code, words: said } = await cli(...words)
  expect([code, said], words.join(' ')).toEqual([0, expect.any(String)])
  return said
}

/** Kills a command after so many milliseconds, with the restic that it may have begun; false when it had ended. */
async function killed(after: number, ...words: string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['dist/cli.js', ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  await Promise.race([ended, pause(after)])
  if (child.exitCode !== null) return false
  const group = -(child.pid ?? 0)
  process.kill(group, 'SIGKILL')
  await ended
  // Restic takes a zombie process for a living one.
  await vi.waitFor(() => expect(() => process.kill(group, 0)).toThrow(), 20_000)
  return true
}

function applicationsHeld(): string[] {
  const { sqlite } = openForReading(join(env.DATA_DIR, 'countersign.db'))
  const ids = sqlite.prepare<[], string>('select id from applications order by seq').pluck().all()
  sqlite.close()
  return ids
}

describe.skipIf(!hasRestic)('killed at any step', () => {
  beforeAll(async () => {
    const server = await startServer({ dataDir: env.DATA_DIR, env: { ...env, ...admin } })
    for (let at = 0; at < 3; at += 1)
      await fetch(`${server.url}/api/applications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sectionSave(4)),
      })
    await server.end('SIGTERM')
    const [erased = ''] = applicationsHeld()
    await works('person', 'erase', erased, '--yes')
    await works('backup')
  })

  test('loses nothing when a backup, forgetting, a drill or a restore is killed, and the next one works', async () => {
    const applications = applicationsHeld()
    expect(applications).toHaveLength(2)
    const commands = [['backup'], ['person', 'backups', '--forget'], ['drill'], ['restore']]
    for (const words of commands) {
      const began = performance.now()
      await works(...words)
      let whole = performance.now() - began
      let kills = 0
      for (let round = 0; round < times(3); round += 1)
        if (await killed((whole * (round + 1)) / (times(3) + 1), ...words)) kills += 1
        // A busy machine delayed the first run, so this one ended sooner.
        else whole /= 4
      expect(kills, words.join()).toBeGreaterThan(0)
      await works(...words)
      expect(applicationsHeld()).toEqual(applications)
      expect(await works('verify')).toContain('The history is intact')
    }
    // After the restore the newest backup holds an earlier history.
    await works('backup')
    expect(await works('drill')).toContain('The drill succeeded')
    const folder = join(env.DATA_DIR, 'backups', 'off-site')
    expect(readdirSync(folder).toSorted()).toEqual(['cache', 'lock'])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends a backup within seconds when it is killed by %s, and makes the next one',
    async (signal) => {
      // A lock file that is still being written has a longer name and locks nothing.
      const locks = () =>
        readdirSync(join(env.BACKUP_REPOSITORY, 'locks')).filter((name) => name.length === 64)
      const child = spawn(process.execPath, ['dist/cli.js', 'backup'], {
        env: { PATH: process.env.PATH, ...env },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      while (child.exitCode === null && locks().length === 0) await pause(5)
      expect(child.exitCode).toBeNull()
      const began = performance.now()
      child.kill(signal)
      expect((await ended)[0]).toBe(1)
      expect(performance.now() - began).toBeLessThan(8000)
      await works('backup')
      expect(locks()).toEqual([])
    },
  )
})
