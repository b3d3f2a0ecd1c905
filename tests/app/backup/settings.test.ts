import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { repositoryName, resticFault } from '#src/domain/backup/restic.ts'
import { readEnv } from '#src/env.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const BACKUP_PASSWORD_FILE = join(folder, 'password')
writeFileSync(BACKUP_PASSWORD_FILE, 'secret\n')

function taken(source: Record<string, string>) {
  const read = readEnv({ BACKUP_PASSWORD_FILE, ...source })
  if (!read.ok) throw new Error(read.faults.join())
  return read.env
}

function refused(source: Record<string, string>) {
  const read = readEnv({ BACKUP_PASSWORD_FILE, ...source })
  return read.ok ? [] : read.faults
}

test.each<[given: string, kept: string]>([
  ['/mnt/copies', '/mnt/copies'],
  ['local:/mnt/copies', '/mnt/copies'],
  ['copies', resolve('copies')],
  ...['sftp:me@host:/srv', 's3:https://s3.example.com/b', 'b2:bucket:path', 'azure:c:/'].map(
    (remote): [string, string] => [remote, remote],
  ),
])('a repository is named as restic names it: %s', (BACKUP_REPOSITORY, kept) => {
  expect(taken({ BACKUP_REPOSITORY }).BACKUP_REPOSITORY).toBe(kept)
})

test('the password of a repository is needed, from a file that holds one', () => {
  const BACKUP_REPOSITORY = '/mnt/copies'
  expect(refused({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE: '' })).toEqual([
    expect.stringMatching(/^BACKUP_PASSWORD_FILE: is needed/),
  ])
  const empty = join(folder, 'empty')
  writeFileSync(empty, '\n')
  for (const path of [empty, join(folder, 'missing')])
    expect(refused({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE: path })).toEqual([
      expect.stringMatching(/^BACKUP_PASSWORD_FILE: is/),
    ])
})

test('a repository does not lie in the folder of the data, also not by a link', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'data-'))
  const link = `${DATA_DIR}-link`
  symlinkSync(DATA_DIR, link)
  onTestFinished(() => [link, DATA_DIR].forEach((path) => void rmSync(path, { recursive: true })))
  for (const path of [DATA_DIR, join(DATA_DIR, 'backups'), join(link, 'a', 'b')])
    expect(refused({ DATA_DIR, BACKUP_REPOSITORY: path })).toEqual([
      'BACKUP_REPOSITORY: lies in DATA_DIR, and would be lost with it',
    ])
  expect(refused({ DATA_DIR, BACKUP_REPOSITORY: `${DATA_DIR}-other` })).toEqual([])
  expect(refused({ DATA_DIR, BACKUP_REPOSITORY: dirname(DATA_DIR) })).toEqual([])
})

test('BACKUP_TARGET is refused, and the words name the new settings', () => {
  expect(refused({ BACKUP_TARGET: '/mnt/copies' })).toEqual([
    expect.stringMatching(/^BACKUP_TARGET: .*BACKUP_REPOSITORY and BACKUP_PASSWORD_FILE/),
  ])
})

test('restic gets its own variables, with secrets from files, and none of ours', () => {
  const AWS_SECRET_ACCESS_KEY_FILE = join(folder, 's3')
  writeFileSync(AWS_SECRET_ACCESS_KEY_FILE, 's3 secret\n')
  const { resticVariables } = taken({
    ...{ PATH: '/usr/bin', HOME: '/home/me', SSH_AUTH_SOCK: '/run/agent', https_proxy: 'http://p' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE, AWS_CONFIG_FILE: '/etc/aws' },
    ...{
      RESTIC_COMPRESSION: 'max',
      RESTIC_PASSWORD_COMMAND: 'echo other',
      RESTIC_REPOSITORY: '/x',
    },
    ...{ APP_KEY: Buffer.alloc(32, 7).toString('base64'), ADMIN_PASSWORD: 'correct horse 42' },
  })
  expect(resticVariables).toEqual({
    ...{ PATH: '/usr/bin', HOME: '/home/me', SSH_AUTH_SOCK: '/run/agent', https_proxy: 'http://p' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's3 secret', AWS_CONFIG_FILE: '/etc/aws' },
    RESTIC_COMPRESSION: 'max',
  })
  expect(refused({ AWS_SECRET_ACCESS_KEY_FILE: '/missing' })).toEqual([
    'AWS_SECRET_ACCESS_KEY_FILE: /missing cannot be read',
  ])
})

test('a password in an address is not shown', () => {
  const env = taken({ BACKUP_REPOSITORY: 'rest:https://me:hidden@host:8000/' })
  expect(repositoryName(env)).toBe('rest:https://me:***@host:8000/')
})

test('restic must be there, from 0.14 on, and that is said in one line', () => {
  const as = (version: string) => {
    const PATH = mkdtempSync(join(folder, 'bin-'))
    if (version)
      writeFileSync(join(PATH, 'restic'), `#!/bin/sh\necho "restic ${version} compiled"\n`)
    if (version) chmodSync(join(PATH, 'restic'), 0o755)
    return resticFault(taken({ BACKUP_REPOSITORY: '/mnt/copies', PATH }))
  }
  expect(as('')).toBe('BACKUP_REPOSITORY: needs the program restic, which is not on the path')
  expect(as('0.12.1')).toContain('needs restic 0.14 or later, and this is 0.12.1')
  expect([as('0.14.0'), as('0.18.0'), as('1.0.0')]).toEqual([null, null, null])
  expect(resticFault(taken({}))).toBeNull()
})
