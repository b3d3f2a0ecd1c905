import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { toDataUri } from '#src/security/png.ts'
import { chunk, chunksOf, header, magic, makePng, rasterOf } from '../../support/pdf/png-maker.ts'
import { padded, read, readSignature, redrawn, stroke } from '../../support/pdf/signatures.ts'

vi.mock('node:zlib', { spy: true })

const notASignature = { ok: false, reason: 'not-a-signature' }
const tooLarge = { ok: false, reason: 'too-large' }

describe('a text that is no data URI of a PNG in canonical base64', () => {
  const good = toDataUri(padded(400))
  const base64 = good.slice(good.indexOf(',') + 1)

  it.each([
    ['nothing', ''],
    ['another picture type', `data:image/jpeg;base64,${base64}`],
    ['an SVG called PNG', toDataUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['an address', 'https://example.com/signature.png'],
    ['a line break inside', `${good.slice(0, 60)}\n${good.slice(60)}`],
    ['missing padding', good.replace(/=+$/, '')],
    ['a second URI behind', `${good},${good}`],
  ])('refuses %s as a signature', (_name, uri) => {
    expect(readSignature(good).ok).toBe(true)
    expect(readSignature(uri)).toEqual(notASignature)
  })
})

describe('limits', () => {
  it('accepts a signature of 1200 by 400, and not a pixel more either way', () => {
    const blank = { ...stroke, colour: 0, depth: 1, pixel: () => [1] }
    expect(read(makePng({ ...blank, width: 1200, height: 400 })).ok).toBe(true)
    expect(read(makePng({ ...blank, width: 1201, height: 1 }))).toEqual(notASignature)
    expect(read(makePng({ ...blank, width: 1, height: 401 }))).toEqual(notASignature)
  })

  it('accepts a signature of 128 KiB, and not a byte more', () => {
    expect(read(padded(128 * 1024)).ok).toBe(true)
    expect(read(padded(128 * 1024 + 1))).toEqual(tooLarge)
    expect(read(padded(128 * 1024 + 4))).toEqual(tooLarge)
    expect(readSignature(`data:image/png;base64,${'!'.repeat(5_000_000)}`)).toEqual(tooLarge)
  })
})

describe('broken files', () => {
  const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
  const zlib = deflateSync(rasterOf(stroke))
  const withHeader = (body: Buffer) => [chunk('IHDR', body), data, end]
  const withData = (body: Uint8Array) => [head, chunk('IDAT', body), end]
  const wrongCrc = Buffer.from(data)
  wrongCrc[data.length - 1] = (wrongCrc.at(-1) ?? 0) ^ 1
  const claims2GiB = Buffer.from([0x7f, 0xff, 0xff, 0xff, ...Buffer.from('IHDR'), 0, 0])
  const altered = (at: number, value: number) => {
    const body = header(stroke)
    body[at] = value
    return body
  }
  const palette = { ...stroke, colour: 3, depth: 8, palette: [0, 0, 0, 255, 255, 255] }
  const [paletteHead, plte, paletteData] = chunksOf({ ...palette, pixel: () => [1] }) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const trns = chunk('tRNS', Buffer.from([0]))

  const broken: [string, Buffer[]][] = [
    ['18 bytes, one chunk that claims 2 GiB', [claims2GiB]],
    ['a truncated zlib stream', withData(zlib.subarray(0, -6))],
    ['a raster that is one byte short', withData(deflateSync(rasterOf(stroke).subarray(1)))],
    [
      'a raster that is one byte long',
      withData(deflateSync(Buffer.concat([rasterOf(stroke), end.subarray(0, 1)]))),
    ],
    ['a header of 20000 by 20000', withHeader(header({ ...stroke, width: 20000, height: 20000 }))],
    ['nothing behind its first bytes', []],
    ['a header that is cut off', withHeader(header(stroke).subarray(0, 6))],
    [
      'no width',
      [
        chunk('IHDR', header({ ...stroke, width: 0 })),
        chunk('IDAT', deflateSync(Buffer.alloc(stroke.height))),
        end,
      ],
    ],
    [
      'a depth that its colour type does not have',
      chunksOf({ ...stroke, depth: 4, pixel: () => [0, 0, 0, 0] }),
    ],
    ['a palette of 16 bits', chunksOf({ ...palette, depth: 16, pixel: () => [1] })],
    ['an unknown colour type', chunksOf({ ...stroke, colour: 5, pixel: () => [0] })],
    ['an unknown interlace method', withHeader(altered(12, 2))],
    ['no header', [data, end]],
    [
      'data that is interrupted',
      [head, data, chunk('tEXt', Buffer.from('a\0b')), chunk('IDAT', zlib), end],
    ],
    ['no end', [head, data]],
    ['a chunk behind the end', [head, data, end, chunk('tEXt', Buffer.from('a\0b'))]],
    ['a script behind the end', [head, data, end, Buffer.from('<script>alert(1)</script>')]],
    ['a wrong CRC', [head, wrongCrc, end]],
    ['an unknown critical chunk', [head, chunk('EVIL', Buffer.alloc(4)), data, end]],
    ['a palette index out of range', chunksOf({ ...palette, pixel: (x) => [x === 29 ? 2 : 1] })],
    ['an indexed picture without a palette', chunksOf({ ...stroke, colour: 3, pixel: () => [0] })],
    ['transparency behind the data', [paletteHead, plte, paletteData, trns, end]],
    [
      'transparency for more colours than there are',
      chunksOf({ ...palette, transparency: [0, 0, 0], pixel: () => [0] }),
    ],
    ['transparency in addition to alpha', chunksOf({ ...stroke, transparency: [0, 0] })],
  ]
  it.each(broken)('refuses a broken signature file: %s', (_name, chunks) => {
    const file = Buffer.concat([magic, ...chunks])
    expect(read(file)).toEqual(notASignature)
    expect(redrawn(file)).toEqual(notASignature)
  })

  it('refuses another file with the chunks of a picture', () => {
    const file = makePng(stroke)
    file.write('GIF89a')
    expect(redrawn(file)).toEqual(notASignature)
  })

  it('refuses a zlib bomb, and never unpacks more of it than the size of the picture', () => {
    vi.mocked(inflateSync).mockClear()
    const bomb = deflateSync(Buffer.alloc(60_000_000))
    expect(read(Buffer.concat([magic, ...withData(bomb)]))).toEqual(notASignature)
    expect(vi.mocked(inflateSync).mock.results.map((result) => result.type)).toEqual(['throw'])
  })
})
