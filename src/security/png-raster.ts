import { inflateSync } from 'node:zlib'
import { GREY_ALPHA, type PngHeader, type PngParts, RGB, RGB_ALPHA } from './png-chunks.ts'

/** One pass over the picture: which pixels it holds, and where its rows lie in `bytes`. */
export type Pass = {
  /** first column and row of the picture, and the steps between */
  left: number
  top: number
  across: number
  down: number
  /** pixels in a row, rows */
  width: number
  height: number
  /** where the first row's samples begin, and the bytes from one row to the next */
  start: number
  stride: number
}

export type Raster = { bytes: Uint8Array; passes: Pass[] }

/** Adam7: left, top, across, down of its seven passes. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * The samples of a PNG, inflated and unfiltered, or null when there are not exactly as many bytes as the header says.
 * Never inflates more, so the caller must bound width and height first.
 */
export function readRaster({ header, data }: PngParts): Raster | null {
  const passes = passesOf(header)
  const last = passes.at(-1)
  const size = last ? last.start - 1 + last.stride * last.height : 0
  const bytes = inflate(data, size)
  if (bytes?.length !== size) return null
  const reach = Math.max(1, bitsPerPixel(header) / 8)
  return passes.every((pass) => unfilter(bytes, pass, reach)) ? { bytes, passes } : null
}

function passesOf(header: PngHeader): Pass[] {
  const passes: Pass[] = []
  let start = 1
  for (const [left, top, across, down] of header.interlaced ? ADAM7 : [[0, 0, 1, 1] as const]) {
    const width = Math.ceil((header.width - left) / across)
    const height = Math.ceil((header.height - top) / down)
    if (width <= 0 || height <= 0) continue
    // every row begins with a byte that names its filter
    const stride = 1 + Math.ceil((width * bitsPerPixel(header)) / 8)
    passes.push({ left, top, across, down, width, height, start, stride })
    start += stride * height
  }
  return passes
}

/** How many samples make a pixel of this colour type. */
export function channelsOf(colour: number): number {
  if (colour === RGB_ALPHA) return 4
  if (colour === RGB) return 3
  return colour === GREY_ALPHA ? 2 : 1
}

function bitsPerPixel({ colour, depth }: PngHeader): number {
  return depth * channelsOf(colour)
}

function inflate(data: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength: size })
  } catch {
    return null
  }
}

function unfilter(bytes: Uint8Array, pass: Pass, reach: number): boolean {
  const length = pass.stride - 1
  for (let y = 0; y < pass.height; y++) {
    const row = pass.start + y * pass.stride
    const filter = bytes[row - 1] ?? 0
    if (filter > 4) return false
    if (filter === 0) continue
    for (let x = 0; x < length; x++) {
      const at = row + x
      const left = x < reach ? 0 : (bytes[at - reach] ?? 0)
      const up = y === 0 ? 0 : (bytes[at - pass.stride] ?? 0)
      const corner = x < reach || y === 0 ? 0 : (bytes[at - pass.stride - reach] ?? 0)
      bytes[at] = (bytes[at] ?? 0) + predict(filter, left, up, corner)
    }
  }
  return true
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
}

/** The neighbour (left, above, above left) that is nearest to left + above - above left: PNG's filter 4. */
export function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
