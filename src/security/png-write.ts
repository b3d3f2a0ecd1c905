import { crc32, deflateSync } from 'node:zlib'
import { MAGIC } from './png-chunks.ts'
import { paeth } from './png-raster.ts'

/** Below this nothing is worth a second try. */
const SMALL = 16 * 1024

/**
 * An opaque PNG, 8 bits a sample, of RGB pixels (three bytes each, width times height of them); grey when no pixel has
 * a colour. The same pixels always give the same bytes.
 */
export function writePng(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const grey = greyOf(rgb)
  const samples = grey ?? rgb
  const channels = grey ? 1 : 3
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, grey ? 0 : 2], 8)
  return Buffer.concat([
    MAGIC,
    chunk('IHDR', header),
    chunk('IDAT', compress(samples, width * channels, channels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One sample a pixel, or null when a pixel has a colour. A loop: the array's own methods take ten times as long here. */
function greyOf(rgb: Uint8Array): Uint8Array | null {
  const grey = new Uint8Array(rgb.length / 3)
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const red = rgb[pixel * 3] ?? 0
    if (red !== rgb[pixel * 3 + 1] || red !== rgb[pixel * 3 + 2]) return null
    grey[pixel] = red
  }
  return grey
}

/**
 * Pen strokes pack best unfiltered; scans and photographs would grow a great deal by it. Level 5, because the highest
 * take more than a second over black and white noise.
 */
function compress(samples: Uint8Array, length: number, reach: number): Buffer {
  const plain = deflateSync(unfilteredRows(samples, length), { level: 5 })
  if (plain.length < SMALL) return plain
  const filtered = deflateSync(paethRows(samples, length, reach), { level: 5 })
  return filtered.length < plain.length ? filtered : plain
}

function unfilteredRows(samples: Uint8Array, length: number): Uint8Array {
  const rows = samples.length / length
  const out = new Uint8Array(samples.length + rows)
  for (let y = 0; y < rows; y++) {
    out.set(samples.subarray(y * length, (y + 1) * length), y * (length + 1) + 1)
  }
  return out
}

function paethRows(samples: Uint8Array, length: number, reach: number): Uint8Array {
  const out = new Uint8Array(samples.length + samples.length / length)
  for (let row = 0, to = 0; row < samples.length; row += length) {
    out[to++] = 4
    for (let x = 0; x < length; x++) {
      const at = row + x
      const left = x < reach ? 0 : (samples[at - reach] ?? 0)
      const up = row === 0 ? 0 : (samples[at - length] ?? 0)
      const corner = x < reach || row === 0 ? 0 : (samples[at - length - reach] ?? 0)
      out[to++] = (samples[at] ?? 0) - paeth(left, up, corner)
    }
  }
  return out
}

function chunk(type: string, body: Buffer): Buffer {
  const out = Buffer.alloc(12 + body.length)
  out.writeUInt32BE(body.length, 0)
  out.write(type, 4, 'latin1')
  body.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length)
  return out
}
