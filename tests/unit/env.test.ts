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
  test('needs no setting, and treats an empty setting as none', () => {
    expect(accepted({ PORT: '', APP_KEY: '', RETENTION_APPROVED_DAYS: '' })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      APP_URL: 'http://localhost:3000',
      DATA_DIR: './data',
      TRUSTED_PROXIES: [],
    })
    expect(accepted({ PORT: '4321' }).APP_URL).toBe('http://localhost:4321')
  })

  test('reads the lines of .env.example by a shell as if there were none', () => {
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

  test('lists each setting in .env.example, and no other', () => {
    const listed = readFileSync('.env.example', 'utf8').matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)
    const known = [...Object.keys(envSchema.shape), ...secretNames.map((name) => `${name}_FILE`)]
    expect([...listed].map(([, name]) => name).toSorted()).toEqual(known.toSorted())
  })

  test('reads numbers, lists and the origin of an address from the environment', () => {
    const source = {
      PORT: '8080',
      APP_URL: 'HTTPS://Accounts.example.com:443/',
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
  ])('refuses %s, which no longer exists, and says what to do', (name, words) => {
    expect(refused({ [name]: '1' })).toEqual([expect.stringMatching(words)])
  })

  test('lists all mistakes in the environment at once, each with its setting, and no secret', () => {
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

test.each([
  ['PORT', '80a', '0x10', '70000', '-1', '3000 4000'],
  ['SEND_NOTHING', 'yes', 'True'],
  ['SMTP_EGRESS', 'private'],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMIT_FACTOR', 'two', '0', '-1'],
  ['COMPANY_SALES_EMAIL', 'nobody', 'a b@example.com'],
  ['METRICS_ADDRESS', '9464', '127.0.0.1:0', '1.2.3:9464'],
  ['HOST', '1.2.3', '-', 'http://localhost'],
  ['SMTP_ALLOWED_HOSTS', 'smtp.example.com,a..b', '*.example.com'],
  ['SMTP_LOCAL_HOSTS', 'mail:25'],
  ['TIMESTAMP_URL', 'https://1.2.3/tsa', 'https://example.com:0/tsa'],
  ['TRUSTED_PROXIES', 'proxy', '10.0.0.0/33'],
  ['DATA_DIR', '"/data"'],
])('shows a wrong %s in quotation marks', (name, ...values) => {
  for (const value of values)
    expect(refused({ [name]: ` ${value}\r` })).toEqual([
      expect.stringContaining(`${name}: ${JSON.stringify(value)} `),
    ])
})

test('writes invisible characters out', () => {
  expect(refused({ LOG_LEVEL: 'in\u200bfo\u00a0x' })).toEqual([
    expect.stringContaining('LOG_LEVEL: "in\\u200bfo\\u00a0x" '),
  ])
})

test('shows no value of a secret', () => {
  const secrets = { APP_KEY: 'hidden-word', APP_KEYS: 'hidden-word', ADMIN_PASSWORD: 'hidden-word' }
  const faults = refused(secrets)
  expect(faults).toHaveLength(3)
  expect(faults.join()).not.toContain('hidden-word')
})

describe('an address', () => {
  const services = [
    ...['SENDGRID_API_URL', 'MICROSOFT_LOGIN_URL', 'MICROSOFT_GRAPH_URL'],
    ...['COMPANIES_HOUSE_URL', 'HMRC_URL'],
  ]

  test.each(['APP_URL', ...services])('refuses what is no https address in %s', (name) => {
    for (const value of ['example.com', '//example.com', 'https://', 'http://[::1', 'ftp://a.b'])
      expect(refused({ [name]: value })).toEqual([
        `${name}: "${value}" is not an address such as https://accounts.example.com`,
      ])
    for (const value of ['http://example.com', 'http://0.0.0.0:3000', 'http://127.0.0.1.a.com'])
      expect(refused({ [name]: value })).toEqual([expect.stringContaining(`${name}: `)])
    for (const value of ['http://localhost:3000', 'http://127.9.8.7', 'http://[::1]:8080'])
      expect(accepted({ [name]: value })).toMatchObject({ [name]: value })
  })

  test.each([
    ['has a path', 'https://example.com/accounts', 'https://example.com//'],
    ['has something after', 'https://example.com?', 'https://example.com/?a=b', 'https://a.b#c'],
    ['contains a user name or a password', 'https://me:hidden-word@example.com', 'https://me@a.b'],
    ['has a dot at the end', 'https://example.com.', 'https://example.com.:8443/'],
    ['is an address to listen on', 'https://0.0.0.0:3000', 'https://[::]:3000'],
    ['is not an address', 'ws://example.com', 'https:example.com', 'https:\\\\example.com'],
    ['is not an address', 'https://example.com:0', 'https://1.2.3', 'https://-', 'https://a..b'],
    ['is not an address', `https://${'a'.repeat(64)}.example`, 'https://exam\u200bple.com'],
    ['is not an address', 'https://*.example.com', 'https://one.a.b,two.a.b', 'https://a b.c'],
    ['is in quotation marks', '"https://example.com"', "'https://example.com'"],
  ])('refuses an address that %s, and shows it without a password', (words, ...values) => {
    for (const name of ['APP_URL', ...services])
      for (const value of values) {
        const faults = refused({ [name]: value })
        expect(faults).toEqual([expect.stringContaining(words)])
        expect(faults[0]).not.toContain('hidden-word')
        expect(faults[0]).toMatch(/^\w+: ".+" /)
      }
  })

  test.each([
    ['https://Accounts.Example.com/', 'https://accounts.example.com'],
    [' https://example.com:443\r', 'https://example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
  ])('accepts other spellings of an address: %s', (APP_URL, origin) => {
    expect(accepted({ APP_URL }).APP_URL).toBe(origin)
  })

  test('allows plain http for the app’s address elsewhere on request', () => {
    const APP_URL = 'http://intranet.example.com'
    expect(accepted({ APP_URL, ALLOW_INSECURE_HTTP: 'true' }).APP_URL).toBe(APP_URL)
    expect(['127.0.0.1.example.com', '10.0.0.1', '[::2]', ''].some(isLoopback)).toBe(false)
  })
})

test('reads a secret from a file without its final line break, before the one in the environment', () => {
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
  ])('names a repository as restic does: %s', (BACKUP_REPOSITORY, name) => {
    const env = accepted({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE })
    expect(env.BACKUP_REPOSITORY).toBe(name)
  })

  test('requires a repository’s password, from a file that holds one', () => {
    const BACKUP_REPOSITORY = '/mnt/copies'
    for (const path of ['', file('empty', '\n'), join(folder, 'missing')])
      expect(refused({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE: path })).toEqual([
        expect.stringMatching(/^BACKUP_PASSWORD_FILE: .*is/),
      ])
  })

  test('refuses a repository in the data folder, even by a link', () => {
    const DATA_DIR = newFolder()
    const link = `${DATA_DIR}-link`
    symlinkSync(DATA_DIR, link)
    const faultsAt = (path: string) =>
      refused({ DATA_DIR, BACKUP_REPOSITORY: path, BACKUP_PASSWORD_FILE })
    for (const path of [DATA_DIR, join(DATA_DIR, 'backups'), join(link, 'a', 'b')])
      expect(faultsAt(path)).toEqual([
        `BACKUP_REPOSITORY: "${path}" is inside DATA_DIR, and would be lost with it`,
      ])
    expect([faultsAt(`${DATA_DIR}-other`), faultsAt(dirname(DATA_DIR))]).toEqual([[], []])
  })

  test('shows a repository without the password in its address', () => {
    const BACKUP_REPOSITORY = 'rest:https://me:hidden@host:8000/'
    const env = accepted({ BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE })
    expect(repositoryName(env)).toBe('rest:https://me:***@host:8000/')
  })

  test('says in one line that a repository needs restic 0.14 or newer', () => {
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

  test('ignores a repository and a timestamp authority with SEND_NOTHING', () => {
    const places = { BACKUP_REPOSITORY: '/mnt/x', TIMESTAMP_URL: 'http://timestamp.example.com' }
    const env = accepted({ SEND_NOTHING: 'true', BACKUP_PASSWORD_FILE, ...places })
    expect([env.BACKUP_REPOSITORY, env.TIMESTAMP_URL]).toEqual([undefined, undefined])
  })

  test('gives restic its own variables with secrets from files, and a command no other secret of ours', () => {
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
      'AWS_SECRET_ACCESS_KEY_FILE: "/missing" cannot be read',
    ])
  })
})
