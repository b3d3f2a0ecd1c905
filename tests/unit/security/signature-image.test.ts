import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  chunk,
  chunksOf,
  type Drawing,
  magic,
  makePng,
  rasterOf,
} from '../../support/pdf/png-maker.ts'
import { decoded, KINDS, noise, read, redrawn, stroke } from '../../support/pdf/signatures.ts'

const reason = 'not-a-signature'

describe('every kind of PNG', () => {
  for (const { colour, depth, interlaced } of KINDS) {
    const kind = `colour type ${colour}, ${depth} bits, ${interlaced ? 'interlaced' : 'plain'}`
    for (const transparency of colour === 0 || colour === 2 || colour === 3
      ? [false, true]
      : [false]) {
      it(`keeps the pixels, flattened on white, and is no signature with 16 bits or interlaced: ${kind}${transparency ? ', tRNS' : ''}`, () => {
        // 1x1 and 3x2 leave passes of Adam7 empty, 29x13 ends every row inside a byte
        for (const [width, height] of [
          [1, 1],
          [3, 2],
          [29, 13],
        ] as const) {
          const drawing = noise({ width, height, colour, depth, interlaced }, transparency)
          const result = redrawn(makePng(drawing))
          expect(result).toMatchObject({ ok: true, width, height })
          const isTaken = depth < 16 && !interlaced
          expect(read(makePng(drawing))).toEqual(isTaken ? result : { ok: false, reason })
          const pixels = pixelsOf(result)
          const differences = flattened(drawing).map((sample, index) =>
            Math.abs(sample - (pixels[index] ?? Number.NaN)),
          )
          // 16 bits are rounded to 8 before they are laid on white
          expect(Math.max(...differences)).toBeLessThanOrEqual(depth === 16 ? 1 : 0)
        }
      })
    }
  }

  it('comes out as 8-bit opaque grey when it has no colour, else as 8-bit RGB', () => {
    expect(decoded(read(makePng(stroke)))).toMatchObject({ channels: 1, depth: 8 })
    const red = { ...stroke, pixel: (x: number) => [255, 0, 0, x === 4 ? 255 : 0] }
    expect(decoded(read(makePng(red)))).toMatchObject({ channels: 3, depth: 8 })
  })

  it('of a photograph comes out whole, and not much larger than it went in', () => {
    for (const colour of [0, 2]) {
      const pixel = (x: number, y: number) =>
        Array.from({ length: colour + 1 }, (_, at) => (x * (at + 1) + y * 3 + ((x * y) % 11)) % 256)
      const photograph = { width: 300, height: 200, depth: 8, colour, pixel }
      const result = read(makePng(photograph))
      expect(pixelsOf(result)).toEqual(flattened(photograph))
      expect(result.ok && result.png.length).toBeLessThan(1.1 * makePng(photograph).length)
    }
  })

  it('gives the same bytes when what came out is read again', () => {
    for (const kind of KINDS) {
      const once = redrawn(makePng(noise({ width: 29, height: 13, ...kind }, false)))
      expect(once.ok && read(once.png)).toEqual(once)
    }
  })

  it('carries nothing over but pixels: no text, no profile, no animation', () => {
    const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
    const extras = ['acTL', 'fcTL', 'iCCP', 'tEXt'].map((type) =>
      chunk(type, Buffer.from('secret')),
    )
    const result = read(Buffer.concat([magic, head, ...extras, data, chunk('fdAT', data), end]))
    expect(result).toEqual(read(makePng(stroke)))
  })

  it.each([2, 6])('may suggest a palette where colours need none: colour type %i', (colour) => {
    const pixel = () => [10, 20, 30, 255].slice(0, colour === 2 ? 3 : 4)
    const [head, data, end] = chunksOf({ ...stroke, colour, pixel }) as [Buffer, Buffer, Buffer]
    const palette = chunk('PLTE', Buffer.alloc(768))
    const plain = read(Buffer.concat([magic, head, data, end]))
    expect(plain.ok).toBe(true)
    expect(read(Buffer.concat([magic, head, palette, data, end]))).toEqual(plain)
  })

  it('may split its data over many chunks, empty ones too', () => {
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
  ])('is not there on a pad that is %s all over', (_name, pixel) => {
    expect(read(makePng({ ...stroke, pixel: () => pixel }))).toMatchObject({ hasInk: false })
  })

  it('is not the noise of nearly white paper', () => {
    const pixel = (x: number, y: number) => [255 - ((x * y) % 9), 255, 255 - (x % 7), 255]
    expect(read(makePng({ ...stroke, pixel }))).toMatchObject({ hasInk: false })
  })

  it.each([
    [223, false],
    [222, true],
  ])('is what differs from the paper by more than 32: %i', (grey, hasInk) => {
    const pixel = (x: number) => (x > 3 ? [grey, grey, grey, 255] : [255, 255, 255, 255])
    expect(read(makePng({ ...stroke, pixel }))).toMatchObject({ hasInk })
  })

  it('is a line on transparent, white or dark paper', () => {
    for (const paper of [
      [0, 0, 0, 0],
      [255, 255, 255, 255],
      [20, 20, 60, 255],
    ]) {
      const ink = paper[0] === 20 ? [255, 255, 255, 255] : [0, 0, 120, 255]
      const pixel = (x: number, y: number) => (y === 5 && x > 3 ? ink : paper)
      expect(read(makePng({ ...stroke, pixel }))).toMatchObject({ ok: true, hasInk: true })
    }
  })
})

function pixelsOf(result: ReturnType<typeof read>): number[] {
  const { data, channels } = decoded(result)
  return channels === 3 ? [...data] : [...data].flatMap((sample) => [sample, sample, sample])
}

/** What the picture looks like on white, by the book: one pixel at a time, in fractions. */
function flattened(drawing: Drawing): number[] {
  const { colour, depth, transparency } = drawing
  const most = 2 ** depth - 1
  const clear = transparency
    ?.filter((_, at) => at % 2)
    .map((low, at) => low + 256 * (transparency[at * 2] ?? 0))
  const out: number[] = []
  for (let y = 0; y < drawing.height; y++) {
    for (let x = 0; x < drawing.width; x++) {
      const samples = drawing.pixel(x, y)
      const [a = 0, b = 0, c = 0, d = 0] = samples.map((sample) => sample / most)
      const at = samples[0] ?? 0
      const entry = drawing.palette?.slice(at * 3, at * 3 + 3).map((sample) => sample / 255)
      const seen = `${clear}` === `${samples}` ? 0 : 1
      const [colours, alpha] = (
        [
          [[a, a, a], seen],
          undefined,
          [[a, b, c], seen],
          [entry ?? [], (transparency?.[at] ?? 255) / 255],
          [[a, a, a], b],
          undefined,
          [[a, b, c], d],
        ] as const
      )[colour] ?? [[], 1]
      out.push(...colours.map((part) => Math.round(255 * (part * alpha + 1 - alpha))))
    }
  }
  return out
}
