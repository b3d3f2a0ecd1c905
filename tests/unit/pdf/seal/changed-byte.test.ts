import { beforeAll, expect, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import { verifyByHand } from '../../../support/pdf/openssl.ts'
import { sampleKey, samplePdf, sealSample } from '../../../support/pdf/sealing.tsx'

let key: SealKey
let sealed: Buffer

beforeAll(async () => {
  key = await sampleKey()
  sealed = Buffer.from((await sealSample(await samplePdf(), key)).bytes)
})

test('each of 200 changed bytes all over the file breaks the seal', async () => {
  const accepted: number[] = []
  for (const spot of spots(200))
    if ((await checkSeal(changed(spot), [key.fingerprint])).ok) accepted.push(spot)
  expect(accepted).toEqual([])
})

test('openssl agrees', async () => {
  const accepted: number[] = []
  for (const spot of spots(20))
    if ((await verifyByHand(changed(spot), key.pem)).ok) accepted.push(spot)
  expect(accepted).toEqual([])
})

/** Places all over the file, but for the text of the seal, which is not signed: it is the signature. */
function spots(count: number): number[] {
  const start = sealed.lastIndexOf('/Contents <') + '/Contents <'.length
  const end = sealed.indexOf('>', start)
  const all = Array.from({ length: count }, (_, index) =>
    Math.floor((index * sealed.length) / count),
  )
  return all.filter((spot) => spot < start || spot >= end)
}

function changed(spot: number): Buffer {
  const file = Buffer.from(sealed)
  file[spot] = (file[spot] ?? 0) ^ 1
  return file
}
