import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runInChild } from '#src/domain/low-priority-child.ts'

test('a child process knows the authorities and the folder for temporary files, and no secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'child-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  const child = join(folder, 'child.mjs')
  writeFileSync(
    child,
    "process.on('message', () => process.send({ kind: 'done', result: { ...process.env } }))",
  )
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/ssl/own.pem')
  vi.stubEnv('SQLITE_TMPDIR', '/data')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const environment = await runInChild(child, {}, new AbortController().signal)
  expect(environment).toMatchObject({
    NODE_EXTRA_CA_CERTS: '/etc/ssl/own.pem',
    SQLITE_TMPDIR: '/data',
  })
  expect(environment).not.toHaveProperty('AWS_SECRET_ACCESS_KEY')
})
