import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type SendTask, sendCopy } from '#src/domain/backup-target/send.ts'
import { s3Keys, s3StandIn } from '../../support/backup/s3-stand-in.ts'

/** Bytes of a copy that is a little larger than one part: S3 gets at most 8 MiB in each. */
const twoParts = 8_600_000
const now = Date.parse('2026-11-20T10:00:00Z')
const name = 'countersign-2026-11-20T10-00-00-000Z.db'
const sealed = `${name}.gz.age`

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
let folder: string
let copy: string
let content: Buffer

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'send-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  copy = join(folder, name)
  fill(100_000)
})

/** Makes the copy of random bytes, which compression does not shrink. */
function fill(size: number) {
  content = randomBytes(size)
  writeFileSync(copy, content)
}

const task = (more: Partial<SendTask>): SendTask => ({
  copy,
  recipients: [recipient],
  now,
  removeOld: true,
  s3: null,
  pause: 1,
  target: { kind: 'folder', path: join(folder, 'disk') },
  ...more,
})

async function opened(bytes: Uint8Array) {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return gunzipSync(await decrypter.decrypt(bytes))
}

/** A name with a time, days before now. */
const daysAgo = (days: number, hour = 10) =>
  `countersign-${new Date(now - days * 86_400_000).toISOString().slice(0, 10)}T${hour}-00-00-000Z.db.gz.age`

describe('a folder', () => {
  const disk = () => join(folder, 'disk')
  beforeEach(() => void mkdirSync(disk()))

  test('gets the copy compressed and encrypted, and nothing else stays there', async () => {
    writeFileSync(join(disk(), 'countersign-2026-11-19T10-00-00-000Z.db.gz.age.partial'), 'cut off')
    const sent = await sendCopy(task({}))
    expect(readdirSync(disk())).toEqual([sealed])
    const bytes = readFileSync(join(disk(), sealed))
    expect(sent).toEqual({ name: sealed, bytes: bytes.byteLength, removed: 0, notRemoved: null })
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect((await opened(bytes)).equals(content)).toBe(true)
    expect(readFileSync(copy).equals(content)).toBe(true)
  })

  test('gets it only compressed when there is no recipient', async () => {
    await sendCopy(task({ recipients: [] }))
    expect(readdirSync(disk())).toEqual([`${name}.gz`])
    expect(gunzipSync(readFileSync(join(disk(), `${name}.gz`))).equals(content)).toBe(true)
  })

  test('keeps copies by the rule of the local ones, and leaves other files alone', async () => {
    const keep = [daysAgo(6, 11), daysAgo(6, 12), daysAgo(9, 12), daysAgo(36), 'holiday.jpg']
    const go = [daysAgo(9, 11), daysAgo(38)]
    for (const file of [...keep, ...go]) writeFileSync(join(disk(), file), 'x')
    expect(await sendCopy(task({}))).toMatchObject({ removed: 2 })
    expect(readdirSync(disk()).sort()).toEqual([...keep, sealed].sort())
  })

  test('loses nothing while the clock is doubted', async () => {
    writeFileSync(join(disk(), daysAgo(38)), 'x')
    await sendCopy(task({ removeOld: false }))
    expect(existsSync(join(disk(), daysAgo(38)))).toBe(true)
  })

  test('that is missing is not created, because its disk may not be mounted', async () => {
    rmSync(disk(), { recursive: true })
    await expect(sendCopy(task({}))).rejects.toThrow('is its disk mounted?')
    expect(existsSync(disk())).toBe(false)
  })

  test('does not get a copy that is not the one its manifest was written for', async () => {
    writeFileSync(`${copy}.sha256`, `${'0'.repeat(64)}  ${name}\n`)
    await expect(sendCopy(task({}))).rejects.toThrow('is not the file')
    expect(readdirSync(disk())).toEqual([])
  })
})

describe('S3-compatible storage', () => {
  const on = (endpoint: string, credentials = s3Keys): Partial<SendTask> => ({
    target: { kind: 's3', bucket: 'copies', prefix: 'shop/one' },
    s3: { endpoint, region: 'eu-central-1', credentials },
  })
  const key = `shop/one/${sealed}`

  test('gets the copy in parts and encrypted, and it is read back', async () => {
    fill(2 * twoParts)
    const s3 = await s3StandIn()
    const sent = await sendCopy(task(on(s3.endpoint)))
    const object = s3.objects.get(key) ?? Buffer.alloc(0)
    expect((await opened(object)).equals(content)).toBe(true)
    expect(sent).toMatchObject({ bytes: object.byteLength, notRemoved: null })
    expect(s3.requests.filter((request) => request.includes('partNumber='))).toHaveLength(3)
    expect(s3.requests.filter((request) => request === `GET /copies/${key}`)).toHaveLength(3)
    expect(s3.uploads.size).toBe(0)
  })

  test('gets it through an outage: every request fails twice, by an error or a cut connection', async () => {
    fill(twoParts)
    const s3 = await s3StandIn()
    const tries = new Map<string, number>()
    s3.fault = (request) => {
      const count = tries.get(request) ?? 0
      tries.set(request, count + 1)
      return [{ status: 503, code: 'SlowDown' }, 'hang up' as const][count] ?? null
    }
    await sendCopy(task(on(s3.endpoint)))
    expect((await opened(s3.objects.get(key) ?? Buffer.alloc(0))).equals(content)).toBe(true)
  })

  test('that stays away is given up, with a reason, and no part is left in it', async () => {
    fill(twoParts)
    const s3 = await s3StandIn()
    s3.fault = (request) => (request.includes('partNumber=2') ? 'hang up' : null)
    await expect(sendCopy(task(on(s3.endpoint)))).rejects.toThrow(/PUT .* failed/)
    expect(s3.requests.filter((request) => request.includes('partNumber=2'))).toHaveLength(5)
    expect([...s3.objects.keys(), ...s3.uploads.keys()]).toEqual([])
    expect(readFileSync(copy).equals(content)).toBe(true)
  })

  test('refuses a wrong key: the reason is told, and nothing is tried again', async () => {
    const s3 = await s3StandIn()
    const credentials = { ...s3Keys, secretAccessKey: 'another' }
    await expect(sendCopy(task(on(s3.endpoint, credentials)))).rejects.toThrow(
      '403 SignatureDoesNotMatch',
    )
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
  })

  test('that is full keeps the copies it has, and no part of the new one', async () => {
    fill(twoParts)
    const s3 = await s3StandIn()
    s3.objects.set(`shop/one/${daysAgo(1)}`, Buffer.from('yesterday'))
    s3.quota = 8_500_000
    await expect(sendCopy(task(on(s3.endpoint)))).rejects.toThrow('507 XMinioStorageFull')
    expect([...s3.objects.keys()]).toEqual([`shop/one/${daysAgo(1)}`])
    expect(s3.uploads.size).toBe(0)
  })

  test('that gives back other bytes loses the copy, and the reason is told', async () => {
    const s3 = await s3StandIn()
    s3.fault = (request) => {
      if (request.startsWith('GET')) s3.objects.get(key)?.fill(0, 50_000, 60_000)
      return null
    }
    await expect(sendCopy(task(on(s3.endpoint)))).rejects.toThrow('other bytes')
    expect(s3.objects.size).toBe(0)
  })

  test('keeps copies by the rule of the local ones, and loses uploads that a kill broke off', async () => {
    const s3 = await s3StandIn()
    const keep = [daysAgo(6, 11), daysAgo(6, 12), daysAgo(9, 12), daysAgo(36)]
    const go = [daysAgo(9, 11), daysAgo(38)]
    for (const file of [...keep, ...go]) s3.objects.set(`shop/one/${file}`, Buffer.from('x'))
    s3.objects.set(`shop/two/${daysAgo(50)}`, Buffer.from('of another shop'))
    s3.uploads.set('broken off', { key: `shop/one/${daysAgo(1)}`, parts: new Map() })
    expect(await sendCopy(task(on(s3.endpoint)))).toMatchObject({ removed: 2 })
    const left = [...keep, sealed].map((file) => `shop/one/${file}`)
    expect([...s3.objects.keys()].sort()).toEqual([...left, `shop/two/${daysAgo(50)}`].sort())
    expect(s3.uploads.size).toBe(0)
  })

  test('that does not list unfinished uploads is asked once for them', async () => {
    const s3 = await s3StandIn()
    const asks = (request: string) => request.startsWith('GET /copies?uploads')
    s3.fault = (request) => (asks(request) ? { status: 501, code: 'NotImplemented' } : null)
    await sendCopy(task(on(s3.endpoint)))
    expect(s3.requests.filter(asks)).toHaveLength(1)
    expect(s3.objects.has(key)).toBe(true)
  })

  test('whose key may not delete has the copy all the same', async () => {
    const s3 = await s3StandIn()
    s3.objects.set(`shop/one/${daysAgo(38)}`, Buffer.from('x'))
    s3.fault = (request) =>
      request.startsWith('DELETE') ? { status: 403, code: 'AccessDenied' } : null
    const sent = await sendCopy(task(on(s3.endpoint)))
    expect(sent.notRemoved).toContain('403 AccessDenied')
    expect(s3.objects.has(key)).toBe(true)
  })
})
