import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { readPkcs12, type SealKey } from '#src/pdf/seal/seal-key.ts'
import { verifyByHand } from '../../../support/pdf/openssl.ts'
import {
  company,
  sampleAttachments,
  sampleKey,
  samplePdf,
  sealedAt,
  sealSample,
} from '../../../support/pdf/sealing.ts'
import { listen, timestampAuthority } from '../../../support/pdf/timestamp-authority.ts'
import { pkcs12 } from '../../../support/pkcs12.ts'

let pdf: Uint8Array
let key: SealKey
let sealed: Buffer

beforeAll(async () => {
  pdf = await samplePdf()
  key = await sampleKey()
  sealed = Buffer.from((await sealSample(pdf, key)).bytes)
})

test('seals a document so that the product and openssl accept it', async () => {
  expect(await checkSeal(sealed, ['another', key.fingerprint])).toEqual({
    ok: true,
    fingerprint: key.fingerprint,
    name: company,
    at: sealedAt,
    timestampedAt: null,
    attachments: sampleAttachments()
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, mimeType, bytes }) => ({ name, mimeType, bytes: new Uint8Array(bytes) })),
  })
  const { ok, text } = await verifyByHand(sealed, key.pem)
  expect(text).toContain('CMS Verification successful')
  expect(text).not.toContain('STOP')
  expect(text.replaceAll(':', '').toLowerCase()).toContain(key.fingerprint)
  expect(text).toContain(createHash('sha256').update(sealed).digest('hex'))
  expect(ok).toBe(true)
})

test("seals a document with an operator's RSA certificate and its issuer", async () => {
  const { bytes: file } = pkcs12('x', 'rsa:2048')
  const operators = await readPkcs12(file, 'x')
  const { bytes } = await sealSample(pdf, operators)
  expect(await checkSeal(bytes, [operators.fingerprint])).toMatchObject({ ok: true })
  expect((await verifyByHand(bytes, operators.pem)).ok).toBe(true)
})

test('puts the signed document into a countersigned one, where it is valid by itself', async () => {
  const attachment = {
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    description: 'The signed document',
    bytes: sealed,
  }
  const { bytes } = await sealSample(pdf, key, { attachments: [attachment] })
  const outer = await checkSeal(bytes, [key.fingerprint])
  const inner = outer.ok ? outer.attachments[0]?.bytes : undefined
  expect(inner && Buffer.from(inner).equals(sealed)).toBe(true)
})

test('puts the time of signing into the dictionary alone, as PAdES B-B requires', async () => {
  const [field] = (await PDF.load(sealed)).getForm()?.getSignatureFields() ?? []
  const signature = field?.getSignatureDict()
  expect(signature?.getString('M')?.asString()).toBe('D:20261014094207Z')
  expect(signature?.getName('SubFilter')?.value).toBe('ETSI.CAdES.detached')
  const cms = Buffer.from(signature?.getString('Contents')?.bytes ?? []).toString('hex')
  const signingCertificate = '060b2a864886f70d010910022f'
  const signingTime = '06092a864886f70d010905'
  expect(cms).toContain(signingCertificate)
  expect(cms).not.toContain(signingTime)
})

describe('with a timestamp authority', () => {
  let authority: Awaited<ReturnType<typeof timestampAuthority>>

  beforeAll(async () => {
    authority = await timestampAuthority()
  })

  afterAll(() => authority.close())

  test('refuses a timestamp of another signature', async () => {
    const { bytes } = await sealSample(pdf, key, { timestampUrl: authority.url })
    const other = await sealSample(pdf, key, { timestampUrl: authority.url })
    const [own = '', foreign = ''] = [bytes, other.bytes].map(tokenHex)
    const file = Buffer.from(bytes).toString('latin1')
    const swapped = Buffer.from(file.replace(own, foreign), 'latin1')
    expect(swapped.length).toBe(bytes.length)
    expect(await checkSeal(swapped, [key.fingerprint])).toEqual({
      ok: false,
      why: 'The timestamp of the seal is damaged.',
    })
  })

  test('refuses a timestamp with one altered digit in its signature', async () => {
    const { bytes } = await sealSample(pdf, key, { timestampUrl: authority.url })
    const own = tokenHex(bytes)
    const last = own.length - 8
    const altered = own.slice(0, last) + (own[last] === '0' ? '1' : '0') + own.slice(last + 1)
    const file = Buffer.from(bytes).toString('latin1')
    const changed = Buffer.from(file.replace(own, altered), 'latin1')
    expect(changed.equals(bytes)).toBe(false)
    expect(await checkSeal(changed, [key.fingerprint])).toEqual({
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
    ['hangs up', (request) => void request.socket.destroy(), 'fetch failed'],
  ])('names an authority that %s as the reason', async (_, handle, reason) => {
    const { url, close } = await listen(handle)
    onTestFinished(close)
    await expect(sealSample(pdf, key, { timestampUrl: url })).rejects.toThrow(reason)
  })

  test('refuses a timestamp authority’s answer to another question', async () => {
    const body = Uint8Array.from(authority.queries[0] ?? [])
    const response = await fetch(authority.url, { method: 'POST', body })
    const recorded = Buffer.from(await response.arrayBuffer())
    const { url, close } = await listen((_, response) => void response.end(recorded))
    onTestFinished(close)
    await expect(sealSample(pdf, key, { timestampUrl: url })).rejects.toThrow(
      'The timestamp of the seal is damaged.',
    )
  })
})

/** The hexadecimal of a token, from the name of its attribute up to the zeros that fill the place. */
function tokenHex(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const start = file.lastIndexOf('060b2a864886f70d010910020e')
  return file.slice(start, file.indexOf('>', start)).replace(/(00)+$/, '')
}
