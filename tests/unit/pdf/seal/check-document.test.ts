import { beforeAll, expect, test } from 'vitest'
import { checkDocument } from '#src/pdf/seal/check-document.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import { sealOutcome } from '#src/ui/verify/seal-outcome.ts'
import { sampleKey, samplePdf, sealSample } from '../../../support/pdf/sealing.ts'

let pdf: Uint8Array
let key: SealKey
let earlier: SealKey

beforeAll(async () => {
  pdf = await samplePdf()
  key = await sampleKey('Example Ltd')
  earlier = await sampleKey('Example Ltd')
})

async function countersigned(signed: Uint8Array) {
  const inner = { name: 'signed.pdf', mimeType: 'application/pdf', description: '', bytes: signed }
  return (await sealSample(pdf, key, { attachments: [inner] })).bytes
}

const outcome = async (file: Uint8Array, trusted: string[] | null) =>
  sealOutcome(await checkDocument(file, trusted))

test('accepts a countersigned document and the signed one inside, under an earlier certificate', async () => {
  const file = await countersigned((await sealSample(pdf, earlier)).bytes)
  const { heading, facts, notes } = await outcome(file, [key.fingerprint])
  expect(heading).toBe('Genuine and unchanged')
  expect(facts).toContainEqual(['Sealed by', 'Example Ltd'])
  expect(facts.map(([label]) => label)).toEqual([
    'Sealed by',
    'Sealed',
    'SHA-256 of this file',
    'Fingerprint',
    'Attached',
    'Its SHA-256',
  ])
  expect(notes.join().replaceAll(' ', '').toLowerCase()).toContain(earlier.fingerprint)
})

test('says that a document without a seal, such as the current view, has none', async () => {
  const { heading, lead } = await outcome(pdf, null)
  expect([heading, lead]).toEqual(['No seal', 'Only signed and countersigned documents carry one.'])
})

test('names nobody as the sealer without a certificate to compare with', async () => {
  const file = await countersigned((await sealSample(pdf, key)).bytes)
  const { heading, notes } = await outcome(file, null)
  expect(heading).toBe('Unchanged, but sealed by whom?')
  expect(notes.join()).toContain('with the same certificate')
})

test('rejects a signed document that was changed before it was put inside', async () => {
  const signed = Buffer.from((await sealSample(pdf, key)).bytes)
  const file = await countersigned(Buffer.concat([signed, Buffer.of(10)]))
  const { heading, lead } = await outcome(file, [key.fingerprint])
  expect(heading).toBe('Not genuine')
  expect(lead).toContain('The signed document inside it is not valid.')
})
