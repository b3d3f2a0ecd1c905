import { describe, expect, it } from 'vitest'
import { toDataUri } from '#src/security/signature-image.ts'
import { padded, readSignature } from '../../support/pdf/signatures.ts'

const notASignature = { ok: false, reason: 'not-a-signature' }

describe('what is not a signature', () => {
  const good = toDataUri(padded(400))
  const base64 = good.slice(good.indexOf(',') + 1)
  const unpadded = base64.replace(/=+$/, '')

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'data:image/png;base64,'],
    ['another picture type', `data:image/jpeg;base64,${base64}`],
    ['a JPEG called PNG', toDataUri(Buffer.from('ffd8ffe000104a46494600', 'hex'))],
    [
      'an SVG',
      'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    ],
    ['an SVG called PNG', toDataUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a capital in the type', `data:image/PNG;base64,${base64}`],
    ['a parameter', `data:image/png;charset=utf-8;base64,${base64}`],
    ['no base64', 'data:image/png,hello'],
    ['a path', '/etc/passwd'],
    ['an address', 'https://example.com/signature.png'],
    ['a space before', ` ${good}`],
    ['a line break after', `${good}\n`],
    ['a line break inside', `${good.slice(0, 60)}\n${good.slice(60)}`],
    ['missing padding', `data:image/png;base64,${unpadded}`],
    ['too much padding', `${good}=`],
    ['base64url', `data:image/png;base64,${base64.replaceAll('/', '_').replaceAll('+', '-')}`],
    ['a second URI behind', `${good},${good}`],
    ['lone surrogates', `${good}\ud800`],
  ])('%s', (_name, uri) => {
    expect(readSignature(good).ok).toBe(true)
    expect(unpadded).not.toBe(base64)
    expect(base64).toMatch(/[+/]/)
    expect(readSignature(uri)).toEqual(notASignature)
  })

  it('base64 whose unused bits are not zero', () => {
    const [last = ''] = unpadded.slice(-1)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const next = alphabet[alphabet.indexOf(last) + 1] ?? ''
    const loose = `data:image/png;base64,${unpadded.slice(0, -1)}${next}${base64.slice(unpadded.length)}`
    expect(readSignature(loose)).toEqual(notASignature)
  })
})
