import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

const letters: Record<string, string> = { IHDR: 'H', PLTE: 'P', tRNS: 'T', IDAT: 'D', IEND: 'E' }
const order = /^Hx*P?x*T?x*D+x*E$/

type Chunk = { letter: string; body: Buffer }

/**
 * Reads a PNG as RGBA, or returns `null`. The library unpacks without a limit, so it only gets a file that unpacks to
 * the size in its header. Never throws.
 */
export function readPng(file: Buffer, most: { width: number; height: number }): PNG | null {
  try {
    const chunks = chunksOf(file)
    if (!order.test(chunks.map(({ letter }) => letter).join(''))) return null
    const bodyOf = (kind: string) =>
      Buffer.concat(chunks.filter(({ letter }) => letter === kind).map(({ body }) => body))
    const header = bodyOf('H')
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
    if (width === 0 || width > most.width || height > most.height) return null
    const [depth = 0, colour = 0] = header.subarray(8)
    const interlaced = header[12] !== 0
    if (colour === 3 ? depth > 8 : colour > 0 && depth < 8) return null
    if (colour > 3 && bodyOf('T').length > 0) return null
    const size = height * (1 + Math.ceil((width * depth * (channels[colour] ?? 0)) / 8))
    // interlaced pictures take a little more
    const maxOutputLength = interlaced ? 2 * size + 64 : size
    const raster = inflateSync(bodyOf('D'), { maxOutputLength })
    if (!interlaced && raster.length !== size) return null
    // browsers apply the gamma, but documents do not
    return Object.assign(PNG.sync.read(file), { gamma: 0 })
  } catch {
    return null
  }
}

/** Writes 8 bits per channel. Colour type 0 is grey, 2 is RGB, and 6 is RGBA. */
export const writePng = (png: PNG, colorType: 0 | 2 | 6 = 6): Buffer =>
  // the highest levels take more than a second for black and white noise
  PNG.sync.write(png, { colorType, deflateLevel: 5, deflateStrategy: 0 })

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Splits the file without checking it, because the library refuses what is wrong or unknown. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let start = 8; start < file.length; ) {
    const whole = file.subarray(start, start + 12 + file.readUInt32BE(start))
    const letter = letters[whole.toString('latin1', 4, 8)] ?? 'x'
    chunks.push({ letter, body: whole.subarray(8, -4) })
    start += whole.length
  }
  return chunks
}

export const dataUriPrefix = 'data:image/png;base64,'

export function toDataUri(png: Uint8Array): string {
  return dataUriPrefix + Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')
}
