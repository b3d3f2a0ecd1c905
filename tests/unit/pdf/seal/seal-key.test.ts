import { expect, test } from 'vitest'
import { makeSealKey, readPkcs12 } from '#src/pdf/seal/seal-key.ts'
import { workFolder } from '../../../support/pdf/openssl.ts'
import { sealedAt } from '../../../support/pdf/sealing.ts'
import { pkcs12 } from '../../../support/pkcs12.ts'

test.each([
  ['Example "Instruments", Żółć + Sons = <UK> Ltd; #1', null],
  ['株式会社サンプル', null],
  [' Line\nbreak\u0000 and half a pair \uD800.', 'Line break and half a pair .'],
  ['Long '.repeat(40), 'Long '.repeat(13).slice(0, 64)],
  ['', 'Countersign'],
])('names the company in the certificate of %j', async (name, shown) => {
  const { key } = await makeSealKey(name, sealedAt)
  const { run } = workFolder({ 'own.pem': key.pem })
  const words = ['x509', '-in', 'own.pem', '-noout', '-subject', '-issuer', '-nameopt']
  const { text } = await run('openssl', ...words, 'utf8,sep_multiline')
  const line = (kind: string) => [`${kind}=`, `    CN=${shown ?? name}`, `    O=${shown ?? name}`]
  expect(text.trimEnd().split('\n')).toEqual([...line('subject'), ...line('issuer')])
})

test('makes a certificate for signing documents for ten years', async () => {
  const { key } = await makeSealKey('Example', sealedAt)
  const { run } = workFolder({ 'own.pem': key.pem })
  const { text } = await run('openssl', 'x509', '-in', 'own.pem', '-noout', '-text')
  for (const part of [
    'Digital Signature, Non Repudiation\n',
    '1.3.6.1.5.5.7.3.36, E-mail Protection\n',
    'CA:FALSE\n',
    'Not Before: Oct 14 09:42:07 2026 GMT\n',
    'Not After : Oct 14 09:42:07 2036 GMT\n',
    'NIST CURVE: P-256\n',
  ])
    expect(text).toContain(part)
  expect(new Date(key.expiresAt).toISOString()).toBe('2036-10-14T09:42:07.000Z')
})

test.each([
  ['an EC key', 'ec -pkeyopt ec_paramgen_curve:P-256', ''],
  ['an RSA key', 'rsa:2048', ''],
  [
    'the ciphers of earlier years',
    'rsa:2048',
    '-certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1',
  ],
])('reads a PKCS#12 file with %s and its issuer', async (_, kind, ciphers) => {
  const { bytes, fingerprint, certificates } = pkcs12('sécret', kind, ciphers)
  const key = await readPkcs12(bytes, 'sécret')
  expect(key.pem).toBe(certificates.join(''))
  expect(key.fingerprint).toBe(fingerprint)
  expect(key.expiresAt).toBe(certificates[0]?.validToDate.getTime())
})
