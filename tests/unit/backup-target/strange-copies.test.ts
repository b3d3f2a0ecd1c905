import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { fetchCopy } from '#src/domain/backup-target/fetch.ts'
import { copyAtTarget } from '#src/domain/backup-target/names.ts'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'

// Anybody who writes to the second place can put a copy there: its public key is no secret.

test('a name that leads out of the folder is none of a copy', () => {
  expect(copyAtTarget('countersign-2026-11-20T10-00-00-000Z.db.gz.age')).not.toBeNull()
  for (const way of ['countersign-/../../x', 'countersign-x', 'x/countersign'])
    expect(copyAtTarget(`${way}-2026-11-20T10-00-00-000Z.db.gz.age`)).toBeNull()
})

test('a copy that grows until the disk is nearly full is given up, and nothing stays', async () => {
  const root = mkdtempSync(join(tmpdir(), 'strange-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [there, folder] = [join(root, 'there'), join(root, 'here')]
  for (const path of [there, folder]) mkdirSync(path)
  const name = 'countersign-2026-11-20T10-00-00-000Z.db.gz'
  writeFileSync(join(there, name), gzipSync(Buffer.alloc(20 * 1024 * 1024)))
  const place: PlaceOptions = { target: { kind: 'folder', path: there }, s3: null, pause: 1 }
  const request = { name, folder, askIdentity: () => '' }
  await expect(
    fetchCopy(place, { ...request, leaveFree: Number.MAX_SAFE_INTEGER }),
  ).rejects.toThrow('would stay free')
  expect(readdirSync(folder)).toEqual([])
  expect(await fetchCopy(place, request)).toEqual({ path: expect.stringContaining(folder) })
})
