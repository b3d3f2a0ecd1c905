import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { copiesAt, fetchCopy } from '#src/domain/backup-target/fetch.ts'
import { openPlace } from '#src/domain/backup-target/open-place.ts'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'
import { sendCopy } from '#src/domain/backup-target/send.ts'
import { s3Server, s3ServerKeys } from '../../support/backup/s3-server.ts'

// The stand-in of the other tests is ours, and could misread S3 as the product does. This server others wrote.

const now = Date.parse('2026-11-20T10:00:00Z')
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)

/** Bytes of a copy: a little more than one part holds, and what goes at once. */
const [twoParts, onePart] = [8_600_000, 300_000]

/** A copy of random bytes, which do not get smaller; how it is sent and brought back. */
function someCopy(size: number) {
  const folder = mkdtempSync(join(tmpdir(), 's3-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const copy = join(folder, 'countersign-2026-11-20T10-00-00-000Z.db')
  const content = randomBytes(size)
  writeFileSync(copy, content)
  return {
    send: (place: PlaceOptions) =>
      sendCopy({ ...place, copy, recipients: [recipient], now, removeOld: true }),
    async comesBack(place: PlaceOptions) {
      const [found, ...more] = await copiesAt(place)
      if (!found || more.length > 0) return false
      const request = { name: found.name, folder, askIdentity: () => identity }
      const { path } = await fetchCopy(place, request)
      return readFileSync(path).equals(content)
    },
  }
}

test('a copy goes there in parts, is read back, and comes back the same', async () => {
  const s3 = await s3Server()
  const { send, comesBack } = someCopy(twoParts)
  expect(await send(s3.place())).toMatchObject({ notRemoved: null })
  expect(await comesBack(s3.place())).toBe(true)
})

test('names are listed by their beginning, and one that is removed is gone', async () => {
  const s3 = await s3Server()
  const place = openPlace(s3.place())
  const bytes = async function* () {
    yield new Uint8Array([1, 2, 3])
  }
  for (const name of ['document-b.pdf.age', 'document-a.pdf.age', 'other'])
    await place.put(name, bytes())
  expect((await place.names('document-')).sort()).toEqual([
    'document-a.pdf.age',
    'document-b.pdf.age',
  ])
  await place.remove('document-a.pdf.age')
  expect(await place.names('document-')).toEqual(['document-b.pdf.age'])
})

test('a wrong key, an unknown key and a missing bucket are told in its words', async () => {
  const s3 = await s3Server()
  const { send } = someCopy(onePart)
  const wrong = { credentials: { ...s3ServerKeys, secretAccessKey: 'another' } }
  await expect(send(s3.place(wrong))).rejects.toThrow('403 SignatureDoesNotMatch')
  const unknown = { credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'x' } }
  await expect(send(s3.place(unknown))).rejects.toThrow('403 InvalidAccessKeyId')
  await expect(send(s3.place({}, 'missing'))).rejects.toThrow('404 NoSuchBucket')
})

test('a copy gets through a line that is cut again and again', async () => {
  const s3 = await s3Server()
  const { send, comesBack } = someCopy(twoParts)
  // one part and a little of the next
  s3.line.cutAfter = () => 8_500_000
  await send(s3.place())
  expect(await comesBack(s3.place())).toBe(true)
  expect(s3.line.opened).toBeGreaterThan(3)
})

test('a copy gets through a slow line', async () => {
  const s3 = await s3Server()
  const { send, comesBack } = someCopy(onePart)
  s3.line.slowness = 2
  await send(s3.place())
  expect(await comesBack(s3.place())).toBe(true)
})

test('an outage is told, and the copy goes once it is over', async () => {
  const s3 = await s3Server()
  const { send, comesBack } = someCopy(onePart)
  s3.line.cutAfter = () => 0
  await expect(send(s3.place())).rejects.toThrow(/^GET 127.0.0.1:\d+ failed/)
  s3.line.cutAfter = () => null
  await send(s3.place())
  expect(await comesBack(s3.place())).toBe(true)
})
