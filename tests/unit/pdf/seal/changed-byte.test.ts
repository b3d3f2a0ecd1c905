import { beforeAll, expect, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import type { SealKey } from '#src/pdf/seal/sealed-pdf.ts'
import { verifyByHand } from '../../../support/pdf/openssl.ts'
import { sampleKey, samplePdf, sealSample } from '../../../support/pdf/sealing.tsx'

let key: SealKey
let sealed: Buffer
/** Where the text of the signature begins, where its zeros begin, and where it ends. */
let places: { start: number; zeros: number; end: number }

beforeAll(async () => {
  key = await sampleKey()
  sealed = Buffer.from((await sealSample(await samplePdf(), key)).bytes)
  const start = sealed.lastIndexOf('/Contents <') + '/Contents <'.length
  const length = 4 + Number.parseInt(sealed.subarray(start + 4, start + 8).toString(), 16)
  places = { start, zeros: start + 2 * length, end: sealed.indexOf('>', start) }
})

test('each of 200 changed bytes all over the file breaks the seal', async () => {
  const accepted = await eachOf(spotsEvery(sealed.length / 200), async (spot) => {
    return (await checkSeal(changed(spot, 0x01), [key.fingerprint])).ok
  })
  expect(accepted).toEqual([])
})

test('openssl agrees wherever bytes are signed', async () => {
  const signed = spotsEvery(sealed.length / 20).filter((spot) => !inSeal(spot))
  const accepted = await eachOf(signed, async (spot) => {
    return (await verifyByHand(changed(spot, 0x01), key.pem)).ok
  })
  expect(signed.length).toBeGreaterThan(15)
  expect(accepted).toEqual([])
})

test('of the seal itself, the product accepts no other digit either', async () => {
  const accepted = await eachOf(spotsEvery(7).filter(inSeal), async (spot) => {
    const files = [changed(spot, 0x01), changed(spot, 0x20)]
    const checks = await Promise.all(files.map((file) => checkSeal(file, [key.fingerprint])))
    return checks.some(({ ok }) => ok)
  })
  expect(accepted).toEqual([])
})

test('openssl accepts another digit only where nothing is signed: zeros, capitals, the list of certificates', async () => {
  expect((await verifyByHand(changed(places.zeros + 10, 0x01), key.pem)).ok).toBe(true)
  const hex = sealed.subarray(places.start, places.end).toString()
  const letter = places.start + hex.search(/[a-f]/)
  expect((await verifyByHand(changed(letter, 0x20), key.pem)).ok).toBe(true)
  const signature = places.zeros - 8
  expect((await verifyByHand(changed(signature, 0x01), key.pem)).ok).toBe(false)
})

const inSeal = (spot: number) => spot >= places.start && spot < places.end

const spotsEvery = (step: number) =>
  Array.from({ length: Math.floor(sealed.length / step) }, (_, index) => Math.floor(index * step))

function changed(spot: number, bits: number): Buffer {
  const file = Buffer.from(sealed)
  file[spot] = (file[spot] ?? 0) ^ bits
  return file
}

/** The spots for which the test says yes, a few at a time. */
async function eachOf(spots: number[], test: (spot: number) => Promise<boolean>) {
  const found: number[] = []
  const rest = [...spots]
  const work = async () => {
    for (let spot = rest.pop(); spot !== undefined; spot = rest.pop())
      if (await test(spot)) found.push(spot)
  }
  await Promise.all([work(), work(), work()])
  return found
}
