import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import { sampleKey, samplePdf, sealSample } from '../../../support/pdf/sealing.tsx'
import { listen, timestampAuthority } from '../../../support/pdf/timestamp-authority.ts'

let authority: Awaited<ReturnType<typeof timestampAuthority>>
let pdf: Uint8Array
let key: SealKey

beforeAll(async () => {
  authority = await timestampAuthority()
  pdf = await samplePdf()
  key = await sampleKey()
})

afterAll(() => authority.close())

test('a timestamp of another signature does not pass', async () => {
  const { bytes } = await sealSample(pdf, key, { timestampUrl: authority.url })
  const other = await sealSample(pdf, key, { timestampUrl: authority.url })
  const file = Buffer.from(bytes).toString('latin1')
  const tokens = [bytes, other.bytes].map((each) => tokenHex(Buffer.from(each).toString('latin1')))
  const [own = '', foreign = ''] = tokens
  expect(own.length).toBe(foreign.length)
  const swapped = Buffer.from(file.replace(own, foreign), 'latin1')
  expect(swapped.length).toBe(bytes.length)
  expect(await checkSeal(swapped, [key.fingerprint])).toEqual({
    ok: false,
    why: 'The timestamp of the seal is damaged.',
  })
})

test.each<[string, RequestListener, string]>([
  ['is out of order', (_, response) => response.writeHead(503).end(), 'HTTP 503'],
  [
    'leads elsewhere',
    (_, response) => response.writeHead(307, { location: authority.url }).end(),
    'fetch failed',
  ],
  ['sends without end', (_, response) => void response.end(Buffer.alloc(17_000)), '16 KB'],
  ['sends nonsense', (_, response) => void response.end('hello'), 'invalid ASN.1'],
  ['sends nothing', (_, response) => void response.end(), 'invalid ASN.1'],
  ['hangs up', (request) => void request.socket.destroy(), 'fetch failed'],
])('an authority that %s is named as the reason', async (_, handle, reason) => {
  const { url, close } = await listen(handle)
  onTestFinished(close)
  const sealing = sealSample(pdf, key, { timestampUrl: url })
  await expect(sealing).rejects.toThrow(reason)
})

test('an answer to another question is refused', async () => {
  const recorded = await recordedReply()
  const { url, close } = await listen((_, response) => void response.end(recorded))
  onTestFinished(close)
  await expect(sealSample(pdf, key, { timestampUrl: url })).rejects.toThrow(
    'The timestamp of the seal is damaged.',
  )
})

/** What the authority says to its first question when it is asked again. */
async function recordedReply(): Promise<Uint8Array> {
  const response = await fetch(authority.url, {
    method: 'POST',
    body: Uint8Array.from(authority.queries[0] ?? []),
  })
  return new Uint8Array(await response.arrayBuffer())
}

/** The hexadecimal of a token, from the name of its attribute up to the zeros that fill the place. */
function tokenHex(file: string): string {
  const attribute = '060b2a864886f70d010910020e'
  const start = file.lastIndexOf(attribute)
  return file.slice(start, file.indexOf('>', start)).replace(/(00)+$/, '')
}
