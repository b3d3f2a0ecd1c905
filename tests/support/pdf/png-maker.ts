import { crc32, deflateSync } from 'node:zlib'

/** A picture to be encoded: `pixel` gives the samples of a pixel, in the colour type's order and depth. */
export type Drawing = {
  width: number
  height: number
  depth: number
  colour: number
  interlaced?: boolean
  pixel: (x: number, y: number) => number[]
  palette?: number[]
  transparency?: number[]
}

export const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** A PNG of any colour type and depth, plain or interlaced, its rows filtered by each of the five filters in turn. */
export function makePng(drawing: Drawing): Buffer {
  return Buffer.concat([magic, ...chunksOf(drawing)])
}

/** The chunks of `makePng` one by one: IHDR, PLTE and tRNS when there are any, IDAT, IEND. */
export function chunksOf(drawing: Drawing): Buffer[] {
  const { palette, transparency } = drawing
  return [
    chunk('IHDR', header(drawing)),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    chunk('IDAT', deflateSync(rasterOf(drawing))),
    chunk('IEND', Buffer.alloc(0)),
  ]
}

/** One chunk with its length and its CRC. */
export function chunk(type: string, body: Uint8Array): Buffer {
  const out = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
  out.writeUInt32BE(body.length, 0)
  out.writeUInt32BE(crc32(out.subarray(4, -4)), out.length - 4)
  return out
}

/** The 13 bytes of IHDR. */
export function header(drawing: Omit<Drawing, 'pixel'>): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(drawing.width, 0)
  body.writeUInt32BE(drawing.height, 4)
  body.set([drawing.depth, drawing.colour, 0, 0, drawing.interlaced ? 1 : 0], 8)
  return body
}

/** The filtered rows, pass after pass, before they are compressed. */
export function rasterOf(drawing: Drawing): Buffer {
  const rows: Buffer[] = []
  const passes = drawing.interlaced ? adam7 : [{ x: 0, y: 0, dx: 1, dy: 1 }]
  for (const { x: x0, y: y0, dx, dy } of passes) {
    let above: Buffer | undefined
    for (let y = y0; x0 < drawing.width && y < drawing.height; y += dy) {
      const samples: number[] = []
      for (let x = x0; x < drawing.width; x += dx) samples.push(...drawing.pixel(x, y))
      const row = pack(samples, drawing.depth)
      const channels = drawing.pixel(0, 0).length
      rows.push(filtered(row, above, rows.length % 5, Math.max(1, (channels * drawing.depth) / 8)))
      above = row
    }
  }
  return Buffer.concat(rows)
}

const adam7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

function pack(samples: number[], depth: number): Buffer {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('')
  // ones, so that a reader that mistakes the padding for pixels is caught
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

function filtered(row: Buffer, above: Buffer | undefined, filter: number, reach: number): Buffer {
  const out = Buffer.alloc(row.length + 1, filter)
  for (const [at, byte] of row.entries()) {
    const a = row[at - reach] ?? 0
    const b = above?.[at] ?? 0
    const c = above?.[at - reach] ?? 0
    out[at + 1] = byte - ([0, a, b, Math.floor((a + b) / 2), nearest(a, b, c)][filter] ?? 0)
  }
  return out
}

function nearest(a: number, b: number, c: number): number {
  const aim = a + b - c
  return [a, b, c].reduce((best, next) =>
    Math.abs(aim - next) < Math.abs(aim - best) ? next : best,
  )
}
