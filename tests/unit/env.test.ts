import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Env, envSchema, isLoopback, readEnv, secretNames } from '#src/env.ts'

const folder = mkdtempSync(join(tmpdir(), 'env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = Buffer.alloc(32, 7).toString('base64')

describe('the environment', () => {
  test('needs nothing: every setting has a default, or may be left out', () => {
    expect(accepted({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      APP_URL: 'http://localhost:3000',
      DATA_DIR: './data',
      APP_TIMEZONE: 'Europe/London',
      TRUSTED_PROXIES: [],
      RATE_LIMIT_FACTOR: 1,
      LOG_LEVEL: 'info',
    })
    expect(accepted({}).APP_KEY).toBeUndefined()
  })

  test('is the same with the lines of .env.example as with none', () => {
    const shown = sourced(readFileSync('.env.example', 'utf8'))
    expect(Object.keys(shown).length).toBeGreaterThan(5)
    expect(accepted(shown)).toEqual(accepted({}))
  })

  test('is whole when a shell reads .env.example, the lines behind "#" included', () => {
    const text = readFileSync('.env.example', 'utf8').replace(/^# (?=[A-Z][A-Z0-9_]*=)/gm, '')
    const written = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value = '']) => [
      name,
      value.replace(/^'(.*)'$/, '$1'),
    ])
    expect(sourced(text)).toMatchObject(Object.fromEntries(written))
  })

  test('has each setting in .env.example, and nothing else there', () => {
    const example = readFileSync('.env.example', 'utf8')
    const listed = [...example.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    const known = [...Object.keys(envSchema.shape), ...secretNames.map((name) => `${name}_FILE`)]
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  test('takes what is given: numbers as numbers, lists as lists, an address as its origin', () => {
    expect(
      accepted({
        PORT: '8080',
        APP_URL: 'https://accounts.example.com/some/path',
        TRUSTED_PROXIES: ' 10.0.0.0/8, 192.0.2.1 ,',
        RATE_LIMIT_FACTOR: '2.5',
        APP_KEY: key,
      }),
    ).toMatchObject({
      PORT: 8080,
      APP_URL: 'https://accounts.example.com',
      TRUSTED_PROXIES: ['10.0.0.0/8', '192.0.2.1'],
      RATE_LIMIT_FACTOR: 2.5,
      APP_KEY: key,
    })
  })

  test('refuses a setting that no longer exists, by name, with what to do', () => {
    expect(readEnv({ RETENTION_APPROVED_DAYS: '2555' })).toEqual({
      ok: false,
      faults: [
        expect.stringMatching(/^RETENTION_APPROVED_DAYS: no longer exists.* Remove the line/),
      ],
    })
    expect(accepted({ RETENTION_APPROVED_DAYS: '' })).toEqual(accepted({}))
  })

  test('takes an empty setting as one that is not given', () => {
    expect(accepted({ PORT: '', APP_KEY: '', COMPANY_NAME: '' })).toEqual(accepted({}))
  })

  test('follows the port in its address when no other address is given', () => {
    expect(accepted({ PORT: '4321' }).APP_URL).toBe('http://localhost:4321')
  })
})

describe('faults', () => {
  test('are listed all at once, each with the name of its setting', () => {
    const faults = refused({
      PORT: '70000',
      APP_URL: 'ftp://example.com',
      APP_KEY: 'short',
      APP_TIMEZONE: 'Atlantis/Capital',
      COMPANY_SALES_EMAIL: 'nobody',
      COMPANY_PRIVACY_URL: 'javascript:alert(1)',
      RATE_LIMIT_FACTOR: 'many',
      LOG_LEVEL: 'loud',
      ALLOW_INSECURE_HTTP: 'perhaps',
      APP_KEYS_FILE: '/nowhere/keys',
    })
    expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual([
      'ALLOW_INSECURE_HTTP',
      'APP_KEY',
      'APP_KEYS_FILE',
      'APP_TIMEZONE',
      'APP_URL',
      'COMPANY_PRIVACY_URL',
      'COMPANY_SALES_EMAIL',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_FACTOR',
    ])
  })

  test('of the address stand beside the others', () => {
    const read = readEnv({ LOG_LEVEL: 'loud', APP_URL: 'http://trade.example.com' })
    expect(read.ok ? [] : read.faults).toHaveLength(2)
  })

  test.each([
    ['TRUSTED_PROXIES', 'the proxy'],
    ['APP_KEYS', 'short'],
  ])('are found in %s before anything is opened', (name, value) => {
    expect(readEnv({ [name]: value }).ok).toBe(false)
  })

  const addresses = [
    'APP_URL',
    'COMPANY_PRIVACY_URL',
    'SENDGRID_API_URL',
    'MICROSOFT_LOGIN_URL',
    'MICROSOFT_GRAPH_URL',
  ]
  test.each(
    addresses.flatMap((name) =>
      [
        'not an address',
        'example.com',
        '//example.com',
        'https://',
        'http://[::1',
        'ftp://a.b',
      ].map((value) => [name, value]),
    ),
  )('include %s=%s, once and by its name', (name, value) => {
    expect(refused({ [name]: value })).toEqual([
      `${name}: is not an address such as https://accounts.example.com`,
    ])
  })

  test.each(addresses.slice(2))('include %s by plain http on another machine', (name) => {
    expect(refused({ [name]: 'http://example.com' })).toEqual([
      `${name}: must be https, or plain http on a loopback host`,
    ])
    expect(accepted({ [name]: 'http://127.0.0.1:4000/path' })).toMatchObject({
      [name]: 'http://127.0.0.1:4000',
    })
  })

  test.each(['COMPANY_LOGO', 'SMTP_EXTRA_CA_FILE', 'APP_KEY_FILE'])(
    'include %s when the file cannot be read',
    (name) => {
      for (const path of ['/nowhere/file', folder])
        expect(refused({ [name]: path })).toEqual([expect.stringContaining(`${name}: `)])
    },
  )

  test('include a file of certificates that holds none', () => {
    const path = join(folder, 'authorities')
    writeFileSync(path, 'nothing')
    expect(refused({ SMTP_EXTRA_CA_FILE: path })).toHaveLength(1)
  })

  test('never repeat the secret that is wrong', () => {
    expect(refused({ APP_KEY: 'my-secret-of-the-wrong-length' }).join()).not.toContain('my-secret')
  })

  test.each(['-1', '65536', '3000.5', 'http'])('include the port %s', (PORT) => {
    expect(refused({ PORT })).toHaveLength(1)
  })
})

describe('plain http', () => {
  test.each([
    'http://accounts.example.com',
    'http://192.0.2.7:3000',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0:3000',
  ])('is refused for %s', (APP_URL) => {
    expect(refused({ APP_URL })).toEqual([expect.stringContaining('APP_URL')])
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://127.9.8.7', 'http://[::1]:8080'])(
    'is fine for %s, which is this machine',
    (APP_URL) => {
      expect(accepted({ APP_URL }).APP_URL).toBe(APP_URL)
    },
  )

  test('is taken elsewhere when it is asked for in so many words', () => {
    const APP_URL = 'http://intranet.example.com'
    expect(accepted({ APP_URL, ALLOW_INSECURE_HTTP: 'true' }).APP_URL).toBe(APP_URL)
    expect(refused({ APP_URL, ALLOW_INSECURE_HTTP: 'false' })).toHaveLength(1)
  })

  test('counts names of this machine only as this machine', () => {
    expect(['localhost', '127.0.0.1', '[::1]'].every(isLoopback)).toBe(true)
    expect(['127.0.0.1.example.com', '10.0.0.1', '[::2]', ''].some(isLoopback)).toBe(false)
  })
})

describe('a secret', () => {
  test('may lie in a file, whose content counts without the line break at its end', () => {
    const file = join(folder, 'key')
    writeFileSync(file, `${key}\n`)
    expect(accepted({ APP_KEY_FILE: file }).APP_KEY).toBe(key)
  })

  test('in a file goes before the same one in the environment', () => {
    const file = join(folder, 'newer')
    const newer = Buffer.alloc(32, 8).toString('base64')
    writeFileSync(file, newer)
    expect(accepted({ APP_KEY: key, APP_KEY_FILE: file }).APP_KEY).toBe(newer)
  })

  test('in a file that is not there is a fault that names the file', () => {
    expect(refused({ APP_KEY_FILE: '/nowhere/key' })).toEqual([
      expect.stringMatching(/^APP_KEY_FILE: \/nowhere\/key/),
    ])
  })
})

function accepted(source: Record<string, string>): Env {
  const read = readEnv(source)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.env
}

function refused(source: Record<string, string>): string[] {
  const read = readEnv(source)
  return read.ok ? [] : read.faults
}

/** What a shell has after it read such a file, as a service or an operator loads it. */
function sourced(text: string): Record<string, string> {
  const file = join(folder, 'sourced.env')
  writeFileSync(file, text)
  const printed = execFileSync('sh', ['-ec', 'set -a; . "$0"; env -0', file], { env: {} })
  const lines = printed.toString().split('\0').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
