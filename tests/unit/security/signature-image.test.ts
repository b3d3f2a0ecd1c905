import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunk, chunksOf, magic, makePng, rasterOf } from '../../support/pdf/png-maker.ts'
import { decoded, KINDS, noise, read, redrawn, stroke } from '../../support/pdf/signatures.ts'

const reason = 'not-a-signature'

describe('a PNG', () => {
  it.each(KINDS)('accepts a PNG up to 8 bits and not interlaced as a signature: %o', (kind) => {
    for (const [width, height] of [
      [1, 1],
      [29, 13],
    ] as const) {
      const file = makePng(noise({ width, height, ...kind }, kind.colour < 4))
      expect(redrawn(file)).toMatchObject({ ok: true, width, height })
      const isTaken = kind.depth < 16 && !kind.interlaced
      expect(read(file)).toEqual(isTaken ? redrawn(file) : { ok: false, reason })
    }
  })

  it('lays a signature on white paper', () => {
    const pixel = (x: number) => [255, 0, 0, x === 0 ? 255 : x === 1 ? 51 : 0]
    const { data } = decoded(read(makePng({ ...stroke, width: 3, height: 1, pixel })))
    expect([...data]).toEqual([255, 0, 0, 255, 204, 204, 255, 255, 255])
  })

  it('returns a signature as 8-bit opaque grey when it has no colour, or else as 8-bit RGB', () => {
    expect(decoded(read(makePng(stroke)))).toMatchObject({ channels: 1, depth: 8 })
    const red = { ...stroke, pixel: (x: number) => [255, 0, 0, x === 4 ? 255 : 0] }
    expect(decoded(read(makePng(red)))).toMatchObject({ channels: 3, depth: 8 })
  })

  it('keeps only the pixels of a signature: no text, profile, gamma or animation', () => {
    const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
    const extras = ['acTL', 'fcTL', 'gAMA', 'iCCP', 'tEXt'].map((type) =>
      chunk(type, Buffer.from('secret')),
    )
    const result = read(Buffer.concat([magic, head, ...extras, data, chunk('fdAT', data), end]))
    expect(result).toEqual(read(makePng(stroke)))
  })

  it('accepts a PNG with its data in many chunks, even empty ones', () => {
    const [head, , end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
    const data = deflateSync(rasterOf(stroke))
    const pieces = [data.subarray(0, 1), Buffer.alloc(0), data.subarray(1)]
    const idats = pieces.map((piece) => chunk('IDAT', piece))
    expect(read(Buffer.concat([magic, head, ...idats, end]))).toEqual(read(makePng(stroke)))
  })
})

describe('ink', () => {
  it.each([
    ['white', [255, 255, 255, 255]],
    ['transparent black', [0, 0, 0, 0]],
    ['cream', [250, 245, 230, 255]],
  ])('finds no ink on a pad that is %s all over', (_name, pixel) => {
    expect(read(makePng({ ...stroke, pixel: () => pixel }))).toMatchObject({ hasInk: false })
  })

  it.each([
    [223, false],
    [222, true],
  ])('counts as ink what differs from the paper by more than 32: %i', (grey, hasInk) => {
    const pixel = (x: number) => (x > 3 ? [grey, grey, grey, 255] : [255, 255, 255, 255])
    expect(read(makePng({ ...stroke, pixel }))).toMatchObject({ hasInk })
  })
})
