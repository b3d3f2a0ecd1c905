import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, vi } from 'vitest'
import { outbox } from '#db/schema/mail.ts'
import { decrypted } from '#src/domain/backup-target/age.ts'
import { wakeOutbox } from '#src/domain/outbox/enqueue.ts'
import { startSendingDocuments } from '#src/domain/second-place/worker.ts'
import { type TestApp, type TestAppOptions, testApp } from '../app/test-app.ts'
import { s3Keys, s3StandIn } from './s3-stand-in.ts'

/** The private key of the second place in tests. */
export const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)

/** An app whose second place is on S3. */
export async function appWithS3(options: TestAppOptions = {}) {
  const s3 = await s3StandIn()
  const env = {
    BACKUP_TARGET: 's3://copies/shop',
    S3_ENDPOINT: s3.endpoint,
    BACKUP_RECIPIENT: recipient,
    AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  }
  return { s3, env, app: testApp({ ...options, env: { ...env, ...options.env } }) }
}

/** An app whose second place is a folder. */
export function appWithFolder(options: TestAppOptions = {}) {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'))
  const env = { BACKUP_TARGET: disk, BACKUP_RECIPIENT: recipient }
  return { disk, env, app: testApp({ ...options, env: { ...env, ...options.env } }) }
}

/** Sends documents as the server does, until the test ends. */
export function sendDocuments({ deps }: TestApp) {
  const worker = startSendingDocuments(deps)
  onTestFinished(() => worker.stop())
  return worker
}

/** The rows of documents for the second place. */
export const documentRows = ({ deps }: TestApp) =>
  deps.db.orm
    .select()
    .from(outbox)
    .where(eq(outbox.channel, 'second-place'))
    .orderBy(outbox.id)
    .all()

/** Waits until the rows are in these states, in their order. */
export const untilStates = (app: TestApp, ...states: string[]) =>
  vi.waitFor(() => expect(documentRows(app).map(({ state }) => state)).toEqual(states), 10_000)

/** Waits until the first row has failed so many times. */
export const untilFailed = (app: TestApp, times = 1) =>
  vi.waitFor(() => {
    const [row] = documentRows(app)
    expect(row).toMatchObject({ attempts: times, lastReason: expect.anything() })
    expect(row?.state).not.toBe('leased')
  }, 10_000)

/** Lets time pass and the worker look again. */
export function later(app: TestApp, time: number) {
  app.clock.now += time
  wakeOutbox(app.deps)
}

/** A file of the second place, opened. */
export const opened = async (bytes: Uint8Array) =>
  buffer(await decrypted(new Blob([Buffer.from(bytes)]).stream(), identity))
