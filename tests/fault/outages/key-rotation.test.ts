import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from '../../support/built-process.ts'
import { startServer } from '../../support/built-server.ts'

const admin = { ADMIN_USERNAME: 'warden', ADMIN_PASSWORD: 'brass kettle on 4 hobs' }
const newKey = () => randomBytes(32).toString('base64')

test('the steps of "Changing the key" leave every secret under the new key alone, and old copies under the old one', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'countersign-rotation-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const [old, next] = [newKey(), newKey()]
  const before = await startServer({ dataDir: DATA_DIR, env: { APP_KEY: old, ...admin } })
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
  expect((await runToEnd(['dist/cli.js', 'verify'], { DATA_DIR, APP_KEY: next })).code).toBe(0)
  await after.end('SIGTERM')

  const folder = join(DATA_DIR, 'backups')
  const copy = join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '')
  const verify = (APP_KEY: string) =>
    runToEnd(['dist/cli.js', 'verify', copy], { DATA_DIR, APP_KEY })
  expect([(await verify(old)).code, (await verify(next)).code]).toEqual([0, 1])
})
