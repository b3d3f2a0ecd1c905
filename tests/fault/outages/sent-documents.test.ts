import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { decrypted } from '#src/domain/backup-target/age.ts'
import { documentName } from '#src/domain/backup-target/names.ts'
import { openPlace } from '#src/domain/backup-target/open-place.ts'
import { submit } from '../../support/app/applicants.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { s3Server, s3ServerKeys } from '../../support/backup/s3-server.ts'
import { documentRows } from '../../support/backup/sent-documents.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)

const envOf = (endpoint: string) => ({
  BACKUP_TARGET: 's3://copies/shop/one',
  S3_ENDPOINT: endpoint,
  BACKUP_RECIPIENT: recipient,
  AWS_ACCESS_KEY_ID: s3ServerKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3ServerKeys.secretAccessKey,
  AWS_REGION: 'eu-central-1',
})

const allSent = (app: TestApp, count: number) =>
  vi.waitFor(
    () => expect(documentRows(app).map(({ state }) => state)).toEqual(Array(count).fill('sent')),
    { timeout: 100_000, interval: 100 },
  )

async function cli({ dataDir, appKey }: ServerProcess, env: object, ...words: string[]) {
  const child = spawn(process.execPath, ['dist/cli.js', ...words], {
    env: { ...env, DATA_DIR: dataDir, APP_KEY: appKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = Promise.all([child.stdout, child.stderr].map((stream) => buffer(stream)))
  const [status] = await once(child, 'close')
  return { status, text: (await text).join('') }
}

test('documents that were on their way at a kill, or at a stop that a silent second place did not hold up, are there after the next start, whole', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'silent-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const appKey = Buffer.alloc(32, 7).toString('base64')
  const startOn = (endpoint: string) =>
    serverProcess({ dataDir, env: { ...envOf(endpoint), APP_KEY: appKey } })
  const first = await startOn(await silentPeer())
  const app = appOfProcess(first)
  for (const who of ['first', 'second'])
    await submit(app.browser(), { mainEmail: `${who}@example.com` })
  let seen = await bothLeased(app)
  expect((await first.end('SIGTERM')).code).toBe(0)

  const s3 = await s3Server()
  // longer than a busy machine takes for a start: the server sends before it answers
  s3.line.slowness = 3000
  const second = await startOn(s3.endpoint)
  for (const underWay of [0, 700]) {
    seen = await bothLeased(app, seen)
    await pause(underWay)
    expect(documentRows(app).map(({ state }) => state)).toContain('leased')
    await second.end('SIGKILL')
    await second.start()
  }
  s3.line.slowness = 0
  await allSent(app, 2)
  const place = openPlace(s3.place())
  expect(await place.names('document-')).toHaveLength(2)
  for (const { sealedAt, sha256, pdf } of storedDocuments(app)) {
    const name = documentName({ sealedAt: sealedAt ?? 0, sha256: sha256 ?? '' }, true)
    const sealed = await buffer(place.read(name))
    const opened = await buffer(await decrypted(new Blob([sealed]).stream(), identity))
    expect(opened.equals(pdf ?? Buffer.alloc(0))).toBe(true)
  }
})

/** Waits until two documents are on their way, not as they were before; returns the ends of their leases. */
const bothLeased = (app: TestApp, before: (number | null)[] = []) =>
  vi.waitFor(
    () => {
      const leases = documentRows(app).flatMap(({ leasedUntil }) => leasedUntil ?? [])
      expect(leases.filter((lease) => !before.includes(lease))).toHaveLength(2)
      return leases
    },
    { timeout: 60_000, interval: 50 },
  )

/** The address of a server that takes connections and says nothing. */
async function silentPeer(): Promise<string> {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  return `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
}

test('an erasure by the command while a document is on its way leaves nothing of it at the second place', async () => {
  const s3 = await s3Server()
  const env = envOf(s3.endpoint)
  const server = await serverProcess({ env })
  const app = appOfProcess(server)
  await submit(app.browser(), { mainEmail: 'first@example.com' })
  await allSent(app, 1)
  s3.line.slowness = 1500
  const id = await submit(app.browser(), { mainEmail: 'erased@example.com' })
  await vi.waitFor(() => expect(documentRows(app)[1]?.state).toBe('leased'), {
    timeout: 30_000,
    interval: 20,
  })
  expect(await cli(server, env, 'erase-person', id, '--yes')).toMatchObject({
    status: 0,
    text: expect.stringContaining('The server removes their signed documents from s3://copies'),
  })
  s3.line.slowness = 0
  await allSent(app, 2)
  expect(documentRows(app)[1]?.kind).toBe('remove document')
  expect(await openPlace(s3.place()).names('document-')).toHaveLength(1)
})

test('when the machine is lost, every submit whose document arrived comes back from the second place alone', async () => {
  const s3 = await s3Server()
  const env = envOf(s3.endpoint)
  const server = await serverProcess({ env })
  const app = appOfProcess(server)
  const ids = [await submit(app.browser(), { mainEmail: 'first@example.com' })]
  await allSent(app, 1)
  expect(await cli(server, env, 'backup')).toMatchObject({ status: 0 })
  for (const who of ['second', 'third'])
    ids.push(await submit(app.browser(), { mainEmail: `${who}@example.com` }))
  await allSent(app, 3)
  await server.end('SIGKILL')

  const empty = mkdtempSync(join(tmpdir(), 'empty-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  const file = join(empty, 'identity.txt')
  writeFileSync(file, identity)
  const machine = { ...server, dataDir: join(empty, 'data') }
  const own = { ...env, BACKUP_IDENTITY_FILE: file }
  const location = env.BACKUP_TARGET
  expect(await cli(machine, own, 'restore', location)).toMatchObject({ status: 0 })
  expect(await cli(machine, own, 'import', location)).toMatchObject({
    status: 0,
    text: expect.stringContaining('Imported: 2. Already here: 1.'),
  })
  const db = new Database(join(machine.dataDir, 'countersign.db'), { readonly: true })
  const back = db.prepare("select id from applications where status = 'submitted'").pluck().all()
  db.close()
  expect(back.toSorted()).toEqual(ids.toSorted())
})
