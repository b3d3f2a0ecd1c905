import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headOf } from '#db/volume.ts'
import type { Deps } from '#src/deps.ts'
import { backUpOffSite, ownSnapshots } from '#src/domain/backup/off-site.ts'
import { keepOffSite, type SentBackup } from '#src/domain/backup/state.ts'
import { minutes } from '#src/domain/calendar.ts'
import { makeAdmin } from '../app/admins.ts'
import { type TestApp, testApp } from '../app/test-app.ts'
import { newFolder } from '../folder.ts'
import { quicken } from './quick-repository.ts'

/** Whether restic is installed. Without it its tests are left out, and CI fails. */
export const hasRestic = spawnSync('restic', ['version']).status === 0
if (!hasRestic) console.warn('restic is not installed: the tests of off-site backups are left out')

/** A signal that never comes. */
export const going = () => new AbortController().signal

export const password = 'correct horse 42 repository'

/** The settings of a repository in a folder, made and empty, unless another one is named. */
export function repositorySettings(repository?: string) {
  const disk = newFolder()
  writeFileSync(join(disk, 'password'), `${password}\n`)
  if (!repository) placeRepository(join(disk, 'mounted'))
  return {
    PATH: process.env.PATH ?? '',
    BACKUP_REPOSITORY: repository ?? join(disk, 'mounted'),
    BACKUP_PASSWORD_FILE: join(disk, 'password'),
  }
}

/** Puts an empty repository there, if restic is installed. */
export function placeRepository(path: string) {
  if (hasRestic) cpSync(emptyRepository(), path, { recursive: true })
}

let made: string | null = null

/** Made once a process. */
function emptyRepository(): string {
  if (made) return made
  const env = { RESTIC_PASSWORD: password, RESTIC_REPOSITORY: join(newFolder(), 'empty') }
  spawnSync('restic', ['init'], { env: { ...process.env, ...env } })
  quicken(env.RESTIC_REPOSITORY, password)
  // 256 empty folders, which each copy would take along; restic makes those that it needs
  rmSync(join(env.RESTIC_REPOSITORY, 'data'), { recursive: true })
  mkdirSync(join(env.RESTIC_REPOSITORY, 'data'))
  made = env.RESTIC_REPOSITORY
  return made
}

/** An app with an administrator, and a repository in a folder unless the settings name another. */
export async function offSiteApp(env: Record<string, string> = {}, deps: Partial<Deps> = {}) {
  const settings = { ...repositorySettings(env.BACKUP_REPOSITORY), ...env }
  const app = testApp({ env: settings, deps })
  await makeAdmin(app)
  const send = async () => {
    const known = await backUpOffSite(app.deps, going(), { mayForget: true })
    app.clock.now += minutes(10)
    return known
  }
  return { app, settings, send, snapshots: () => ownSnapshots(app.deps, going()) }
}

/** Notes that a backup of now was sent, and sends none. */
export const noteSent = ({ deps }: TestApp, more: Partial<SentBackup> = {}) =>
  keepOffSite(deps, () => ({
    sent: {
      ...{ id: 'none', at: deps.now(), bytes: 0, head: headOf(deps.db), hasUnsealed: false },
      ...more,
    },
    failed: null,
  }))

/** Runs restic on the repository of an app, as an operator would. */
export function restic(app: TestApp, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('restic', args, {
    encoding: 'utf8',
    env: resticEnv(app),
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

export const resticEnv = ({ deps: { env } }: TestApp) => ({
  ...env.resticVariables,
  RESTIC_REPOSITORY: env.BACKUP_REPOSITORY,
  RESTIC_PASSWORD_FILE: env.BACKUP_PASSWORD_FILE,
  RESTIC_CACHE_DIR: join(env.DATA_DIR, 'cache'),
})
