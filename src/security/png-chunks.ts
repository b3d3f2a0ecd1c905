import { crc32 } from 'node:zlib'

/** The eight bytes that every PNG file begins with. */
export const MAGIC = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** Colour types as PNG numbers them. */
export const GREY = 0
export const RGB = 2
export const PALETTE = 3
export const GREY_ALPHA = 4
export const RGB_ALPHA = 6

export type PngHeader = {
  width: number
  height: number
  depth: number
  colour: number
  interlaced: boolean
}

/** What decides the pixels of a still PNG. `data` is the IDAT chunks joined, still compressed. */
export type PngParts = {
  header: PngHeader
  palette: Uint8Array | null
  transparency: Uint8Array | null
  data: Uint8Array
}

type Chunk = { type: string; body: Buffer }

const EMPTY_CHUNK = 12
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND']
const DEPTHS = new Map([
  [GREY, [1, 2, 4, 8, 16]],
  [RGB, [8, 16]],
  [PALETTE, [1, 2, 4, 8]],
  [GREY_ALPHA, [8, 16]],
  [RGB_ALPHA, [8, 16]],
])

/**
 * The chunks of a sound PNG, or null: right CRCs, IHDR first, IEND last with nothing behind it, one run of IDAT, no
 * unknown critical chunk. Nothing is inflated or allocated by what the file claims.
 */
export function readChunks(file: Uint8Array): PngParts | null {
  const chunks = split(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  if (!chunks || !inOrder(chunks.map((chunk) => chunk.type))) return null
  const bodyOf = (type: string) => chunks.find((chunk) => chunk.type === type)?.body ?? null
  const header = readHeader(bodyOf('IHDR'))
  if (!header || bodyOf('IEND')?.length !== 0) return null
  const palette = bodyOf('PLTE')
  const transparency = bodyOf('tRNS')
  if (!paletteFits(header, palette) || !transparencyFits(header, palette, transparency)) return null
  const data = Buffer.concat(chunks.flatMap(({ type, body }) => (type === 'IDAT' ? [body] : [])))
  return { header, palette, transparency, data }
}

function split(file: Buffer): Chunk[] | null {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const chunks: Chunk[] = []
  let at = MAGIC.length
  while (at < file.length) {
    const left = file.length - at - EMPTY_CHUNK
    if (left < 0) return null
    const length = file.readUInt32BE(at)
    if (length > left) return null
    const named = file.subarray(at + 4, at + 8 + length)
    if (crc32(named) !== file.readUInt32BE(at + 8 + length)) return null
    const type = named.toString('latin1', 0, 4)
    if (!/^[A-Za-z]{4}$/.test(type)) return null
    chunks.push({ type, body: named.subarray(4) })
    at += EMPTY_CHUNK + length
  }
  return chunks
}

function inOrder(types: string[]): boolean {
  const count = (type: string) => types.filter((other) => other === type).length
  const [palette, transparency, data] = ['PLTE', 'tRNS', 'IDAT'].map((type) => types.indexOf(type))
  if (palette === undefined || transparency === undefined || data === undefined) return false
  return (
    types[0] === 'IHDR' &&
    types.at(-1) === 'IEND' &&
    data > 0 &&
    types.lastIndexOf('IDAT') - data + 1 === count('IDAT') &&
    palette < data &&
    transparency < data &&
    (transparency === -1 || palette < transparency) &&
    ['IHDR', 'IEND'].every((type) => count(type) === 1) &&
    ['PLTE', 'tRNS'].every((type) => count(type) <= 1) &&
    // a capital first letter says that the picture cannot be shown without it
    types.every((type) => CRITICAL.includes(type) || /^[a-z]/.test(type))
  )
}

function readHeader(body: Buffer | null): PngHeader | null {
  if (body?.length !== 13) return null
  const width = body.readUInt32BE(0)
  const height = body.readUInt32BE(4)
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = body.subarray(8)
  if (width === 0 || height === 0 || !DEPTHS.get(colour)?.includes(depth)) return null
  if (compression !== 0 || filter !== 0 || interlace > 1) return null
  return { width, height, depth, colour, interlaced: interlace === 1 }
}

function paletteFits({ colour, depth }: PngHeader, palette: Buffer | null): boolean {
  if (!palette) return colour !== PALETTE
  if (colour === GREY || colour === GREY_ALPHA) return false
  const entries = palette.length / 3
  const most = colour === PALETTE ? 2 ** depth : 256
  return Number.isInteger(entries) && entries > 0 && entries <= most
}

function transparencyFits(
  { colour }: PngHeader,
  palette: Buffer | null,
  transparency: Buffer | null,
): boolean {
  if (!transparency) return true
  if (colour === GREY) return transparency.length === 2
  if (colour === RGB) return transparency.length === 6
  if (colour !== PALETTE || !palette) return false
  return transparency.length > 0 && transparency.length <= palette.length / 3
}
