import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryName, resticFault } from '#src/domain/backup/restic.ts'
import { envSchema, readEnv, secretNames } from '#src/env.ts'
import { isLoopback } from '#src/security/addresses.ts'
import { envOf as accepted } from '../support/env.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()

const key = Buffer.alloc(32, 7).toString('base64')

function refused(source: Record<string, string>): string[] {
  const read = readEnv(source)
  return read.ok ? [] : read.faults
}

function file(name: string, content: string) {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('the environment', () => {
  test('needs nothing, and takes an empty setting as none', () => {
    expect(accepted({ PORT: '', APP_KEY: '', RETENTION_APPROVED_DAYS: '' })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      APP_URL: 'http://localhost:3000',
      DATA_DIR: './data',
      TRUSTED_PROXIES: [],
    })
    expect(accepted({ PORT: '4321' }).APP_URL).toBe('http://localhost:4321')
  })

  test('is the same with the lines of .env.example, read by a shell, as with none', () => {
    const path = join(folder, 'example')
    writeFileSync(path, readFileSync('.env.example'))
    const printed = execFileSync('sh', ['-ec', 'set -a; . "$0"; env -0', path], { env: {} })
    const lines = printed.toString().split('\0').filter(Boolean)
    const source = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    expect({ ...accepted(source), childVariables: {}, resticVariables: {} }).toEqual({
      ...accepted({}),
      ...{ childVariables: {}, resticVariables: {} },
    })
  })

  test('has each of its settings in .env.example, and no other', () => {
    const listed = readFileSync('.env.example', 'utf8').matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)
    const known = [...Object.keys(envSchema.shape), ...secretNames.map((name) => `${name}_FILE`)]
    expect([...listed].map(([, name]) => name).toSorted()).toEqual(known.toSorted())
  })

  test('reads numbers, lists, and an address as its origin', () => {
    const source = {
      PORT: '8080',
      APP_URL: 'https://accounts.example.com/some/path',
      TRUSTED_PROXIES: ' 10.0.0.0/8, 192.0.2.1 ,',
    }
    expect(accepted(source)).toMatchObject({
      PORT: 8080,
      APP_URL: 'https://accounts.example.com',
      TRUSTED_PROXIES: ['10.0.0.0/8', '192.0.2.1'],
    })
  })

  test.each([
    ['RETENTION_APPROVED_DAYS', /no longer exists.* Remove the line/],
    ['RETENTION_REJECTED_DAYS', /no longer exists.* Company.* Remove the line/],
    ['BACKUP_TARGET', /BACKUP_REPOSITORY and BACKUP_PASSWORD_FILE/],
  ])('refuses %s, which no longer exists, with what to do', (name, words) => {
    expect(refused({ [name]: '1' })).toEqual([expect.stringMatching(words)])
  })

  test('lists all faults at once, each with the name of its setting, and no secret', () => {
    const faults = refused({
      PORT: '70000',
      APP_URL: 'ftp://example.com',
      APP_KEY: 'short secret',
      APP_KEYS_FILE: '/nowhere/keys',
      APP_TIMEZONE: 'Atlantis/Capital',
      COMPANY_SALES_EMAIL: 'nobody',
      COMPANY_PRIVACY_URL: 'javascript:alert(1)',
      COMPANY_LOGO: folder,
      SMTP_EXTRA_CA_FILE: file('authorities', 'nothing'),
      TRUSTED_PROXIES: 'the proxy',
      LOG_LEVEL: 'loud',
    })
    expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual([
      'APP_KEY',
      'APP_KEYS_FILE',
      'APP_TIMEZONE',
      'APP_URL',
      'COMPANY_LOGO',
      'COMPANY_PRIVACY_URL',
      'COMPANY_SALES_EMAIL',
      'LOG_LEVEL',
      'PORT',
      'SMTP_EXTRA_CA_FILE',
      'TRUSTED_PROXIES',
    ])
    expect(faults.join()).not.toContain('short secret')
  })
})

describe('an address', () => {
  const services = [
    ...['SENDGRID_API_URL', 'MICROSOFT_LOGIN_URL', 'MICROSOFT_GRAPH_URL'],
    ...['COMPANIES_HOUSE_URL', 'HMRC_URL'],
  ]

  test.each(['APP_URL', ...services])('in %s must be one, by https', (name) => {
    for (const value of ['example.com', '//example.com', 'https://', 'http://[::1', 'ftp://a.b'])
      expect(refused({ [name]: value })).toEqual([
        `${name}: is not an address such as https://accounts.example.com`,
      ])
    for (const value of ['http://example.com', 'http://0.0.0.0:3000', 'http://127.0.0.1.a.com'])
      expect(refused({ [name]: value })).toEqual([expect.stringContaining(`${name}: `)])
    for (const value of ['http://localhost:3000', 'http://127.9.8.7', 'http://[::1]:8080'])
      expect(accepted({ [name]: value })).toMatchObject({ [name]: value })
  })

  test('of the app may be plain http elsewhere when that is asked for', () => {
    const APP_URL = 'http://intranet.example.com'
    expect(accepted({ APP_URL, ALLOW_INSECURE_HTTP: 'true' }).APP_URL).toBe(APP_URL)
    expect(['127.0.0.1.example.com', '10.0.0.1', '[::2]', ''].some(isLoopback)).toBe(false)
  })
})

test('a secret in a file counts without the line break at its end, before the one in the environment', () => {
  const APP_KEY_FILE = file('key', `${key}\n`)
  const other = Buffer.alloc(32, 8).toString('base64')
  expect(accepted({ APP_KEY: other, APP_KEY_FILE }).APP_KEY).toBe(key)
})

describe('a repository', () => {
  const BACKUP_PASSWORD_FILE = file('password', 'secret\n')

  test.each([
    ['/mnt/copies', '/mnt/copies'],
    ['local:/mnt/copies', '/mnt/copies'],
    ['copies', resolve('copies')],
    ['s3:https://s3.example.com/b', 's3:https://s3.example.com/b'],
  ])('is named as restic names it: %s', (BACKUP_REPOSITORY, name) => {
    const env = accepted({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE })
    expect(env.BACKUP_REPOSITORY).toBe(name)
  })

  test('needs its password, from a file that holds one', () => {
    const BACKUP_REPOSITORY = '/mnt/copies'
    for (const path of ['', file('empty', '\n'), join(folder, 'missing')])
      expect(refused({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE: path })).toEqual([
        expect.stringMatching(/^BACKUP_PASSWORD_FILE: is/),
      ])
  })

  test('does not lie in the folder of the data, also not by a link', () => {
    const DATA_DIR = newFolder()
    const link = `${DATA_DIR}-link`
    symlinkSync(DATA_DIR, link)
    const faultsAt = (path: string) =>
      refused({ DATA_DIR, BACKUP_REPOSITORY: path, BACKUP_PASSWORD_FILE })
    for (const path of [DATA_DIR, join(DATA_DIR, 'backups'), join(link, 'a', 'b')])
      expect(faultsAt(path)).toEqual([
        'BACKUP_REPOSITORY: lies in DATA_DIR, and would be lost with it',
      ])
    expect([faultsAt(`${DATA_DIR}-other`), faultsAt(dirname(DATA_DIR))]).toEqual([[], []])
  })

  test('is shown without the password in its address', () => {
    const BACKUP_REPOSITORY = 'rest:https://me:hidden@host:8000/'
    const env = accepted({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE })
    expect(repositoryName(env)).toBe('rest:https://me:***@host:8000/')
  })

  test('needs restic from 0.14 on, and that is said in one line', () => {
    const as = (version: string) => {
      const PATH = newFolder()
      if (version) {
        writeFileSync(join(PATH, 'restic'), `#!/bin/sh\necho "restic ${version} compiled"\n`)
        chmodSync(join(PATH, 'restic'), 0o755)
      }
      return resticFault(accepted({ BACKUP_REPOSITORY: '/mnt/x', BACKUP_PASSWORD_FILE, PATH }))
    }
    expect(as('')).toBe('BACKUP_REPOSITORY: needs the program restic, which is not on the path')
    expect(as('0.12.1')).toContain('needs restic 0.14 or later, and this is 0.12.1')
    expect([as('0.14.0'), as('1.0.0')]).toEqual([null, null])
  })

  test('and a timestamp authority do not count with SEND_NOTHING', () => {
    const places = { BACKUP_REPOSITORY: '/mnt/x', TIMESTAMP_URL: 'http://timestamp.example.com' }
    const env = accepted({ SEND_NOTHING: 'true', BACKUP_PASSWORD_FILE, ...places })
    expect([env.BACKUP_REPOSITORY, env.TIMESTAMP_URL]).toEqual([undefined, undefined])
  })

  test('restic gets its own variables with secrets from files, and a command no other secret of ours', () => {
    const AWS_SECRET_ACCESS_KEY_FILE = file('s3', 's3 secret\n')
    const system = { PATH: '/usr/bin', HOME: '/home/me', https_proxy: 'http://p' }
    const { resticVariables, childVariables } = accepted({
      ...system,
      ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE, RESTIC_COMPRESSION: 'max' },
      ...{ RESTIC_PASSWORD_COMMAND: 'echo other', RESTIC_REPOSITORY: '/x' },
      ...{ APP_KEY: key, ADMIN_PASSWORD: 'correct horse 42', DOCUMENT_PKCS12_PASSWORD: 'secret' },
      ...{ BACKUP_REPOSITORY: '/mnt/x', BACKUP_PASSWORD_FILE, SOMETHING: 'else' },
    })
    const ofRestic = { AWS_ACCESS_KEY_ID: 'id', RESTIC_COMPRESSION: 'max' }
    expect(resticVariables).toEqual({
      ...{ ...system, ...ofRestic },
      AWS_SECRET_ACCESS_KEY: 's3 secret',
    })
    expect(childVariables).toEqual({
      ...{ ...system, ...ofRestic, AWS_SECRET_ACCESS_KEY_FILE },
      ...{ APP_KEY: key, BACKUP_REPOSITORY: '/mnt/x', BACKUP_PASSWORD_FILE },
    })
    expect(refused({ AWS_SECRET_ACCESS_KEY_FILE: '/missing' })).toEqual([
      'AWS_SECRET_ACCESS_KEY_FILE: /missing cannot be read',
    ])
  })
})
