import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from '../../support/built-process.ts'
import { startServer } from '../../support/built-server.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'

const admin = { ADMIN_USERNAME: 'warden', ADMIN_PASSWORD: 'brass kettle on 4 hobs' }
const newKey = () => randomBytes(32).toString('base64')

/** What the settings say of the stored mail password, asked by an administrator who signs in. */
async function configured(url: string, save?: object): Promise<unknown> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/api/admin/login', {
    username: admin.ADMIN_USERNAME,
    password: admin.ADMIN_PASSWORD,
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  if (save) expect((await post('/api/email-settings', save, cookie)).status).toBe(200)
  const settings = await fetch(`${url}/api/email-settings`, { headers: { cookie } })
  return ((await settings.json()) as { configured: unknown }).configured
}

test('the steps of "Changing the key" leave every secret under the new key alone, and old copies under the old one', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'countersign-rotation-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const [old, next] = [newKey(), newKey()]
  const before = await startServer({ dataDir: DATA_DIR, env: { APP_KEY: old, ...admin } })
  const kept = await configured(before.url, smtpSettings(9))
  expect(kept).toMatchObject({ smtpPassword: true })
  const copied = await runToEnd(['dist/cli.js', 'backup'], { DATA_DIR, APP_KEY: old })
  expect(copied.code).toBe(0)

  const ring = { DATA_DIR, APP_KEYS: `${next},${old}` }
  const tooEarly = await runToEnd(['dist/cli.js', 'keys', 'rotate'], ring)
  expect([tooEarly.code, tooEarly.words]).toEqual([1, expect.stringContaining('is in use')])
  await before.end('SIGTERM')
  const rotated = await runToEnd(['dist/cli.js', 'keys', 'rotate'], ring)
  expect([rotated.code, rotated.words]).toEqual([
    0,
    expect.stringContaining('0 are left under another key'),
  ])

  const refused = await runToEnd(['dist/server.js'], { DATA_DIR, APP_KEY: old, PORT: '0' })
  expect(refused.words).toContain('APP_KEY is not the key this database was made with')
  const after = await startServer({ dataDir: DATA_DIR, env: { APP_KEY: next, ...admin } })
  expect(await configured(after.url)).toEqual(kept)
  expect((await runToEnd(['dist/cli.js', 'verify'], { DATA_DIR, APP_KEY: next })).code).toBe(0)
  await after.end('SIGTERM')

  const folder = join(DATA_DIR, 'backups')
  const copy = join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '')
  const verify = (APP_KEY: string) =>
    runToEnd(['dist/cli.js', 'verify', copy], { DATA_DIR, APP_KEY })
  expect([(await verify(old)).code, (await verify(next)).code]).toEqual([0, 1])
})
