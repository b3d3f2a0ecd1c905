import { crc32, inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

const letters: Record<string, string> = { IHDR: 'H', PLTE: 'P', tRNS: 'T', IDAT: 'D', IEND: 'E' }
const order = /^Hx*P?x*T?x*D+x*E$/

type Chunk = { letter: string; body: Buffer; whole: Buffer }

/**
 * As RGBA. The library gets only the chunks that decide the pixels, if they unpack to the size of the header. Never
 * throws.
 */
export function readPng(file: Buffer, most: { width: number; height: number }): PNG | null {
  const chunks = chunksOf(file)
  if (!order.test(chunks.map(({ letter }) => letter).join(''))) return null
  const needed = chunks.filter(({ letter }) => letter !== 'x')
  const [header, palette, transparency, data, end] = [...'HPTDE'].map((letter) =>
    Buffer.concat(needed.filter((chunk) => chunk.letter === letter).map(({ body }) => body)),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  if (header.length !== 13 || end.length > 0) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width === 0 || height === 0 || width > most.width || height > most.height) return null
  const [depth = 0, colour = 0] = header.subarray(8)
  const interlaced = header[12] !== 0
  if (colour === 3 ? depth > 8 : colour > 0 && depth < 8) return null
  const mostColours = colour === 3 ? 2 ** depth : colour === 2 || colour === 6 ? 256 : 0
  if (palette.length % 3 > 0 || palette.length > 3 * mostColours) return null
  if (colour > 3 && transparency.length > 0) return null
  try {
    const size = height * (1 + Math.ceil((width * depth * (channels[colour] ?? 0)) / 8))
    // interlaced ones take a little more
    const raster = inflateSync(data, { maxOutputLength: interlaced ? 2 * size + 64 : size })
    if (!interlaced && raster.length !== size) return null
    return PNG.sync.read(Buffer.concat([signature, ...needed.map(({ whole }) => whole)]))
  } catch {
    return null
  }
}

/** In 8 bits: colour type 0 is grey, 2 RGB, 6 RGBA. */
export const writePng = (png: PNG, colorType: 0 | 2 | 6 = 6): Buffer =>
  // the highest levels take more than a second over black and white noise
  PNG.sync.write(png, { colorType, deflateLevel: 5, deflateStrategy: 0 })

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** None when the file is cut off, has a wrong checksum or is no PNG. */
function chunksOf(file: Buffer): Chunk[] {
  if (!file.subarray(0, 8).equals(signature)) return []
  const chunks: Chunk[] = []
  for (let start = 8; start < file.length; ) {
    if (file.length - start < 12) return []
    const length = file.readUInt32BE(start)
    const whole = file.subarray(start, start + 12 + length)
    if (whole.length < 12 + length) return []
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(8 + length)) return []
    const type = whole.toString('latin1', 4, 8)
    // a lower-case first letter says that the picture can be shown without the chunk
    const letter = letters[type] ?? (/[a-z][A-Za-z]{3}/.test(type) ? 'x' : '?')
    chunks.push({ letter, body: whole.subarray(8, -4), whole })
    start += whole.length
  }
  return chunks
}

export const dataUriPrefix = 'data:image/png;base64,'

export function toDataUri(png: Uint8Array): string {
  return dataUriPrefix + Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')
}
