import { inflateSync } from 'node:zlib'
import type { SheetLogo } from '#src/pdf/application-sheet.ts'

const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const largestSide = 2400
const largestFile = 512 * 1024

/**
 * A PNG that the PDF library can be trusted with, or null. A broken stream or an absurd size would end its process, so
 * size, chunks and inflated length are checked here first.
 */
export function checkedPng(base64: string): Buffer | null {
  if (base64.length > largestFile * 1.4) return null
  const bytes = Buffer.from(base64, 'base64')
  const raster = bytes.subarray(0, 8).equals(magic) ? readChunks(bytes) : null
  if (!raster) return null
  try {
    const pixels = inflateSync(raster.data, { maxOutputLength: raster.size })
    return pixels.length === raster.size ? bytes : null
  } catch {
    return null
  }
}

/**
 * Bytes of the company's logo, or null when it cannot be drawn. An SVG must carry its own shapes:
 * one with pictures would have the library fetch them, one with text needs fonts we do not ship.
 */
export function checkedLogo(logo: SheetLogo | null): Buffer | null {
  if (!logo) return null
  if (logo.kind === 'png') return checkedPng(logo.base64)
  if (logo.base64.length > largestFile) return null
  const bytes = Buffer.from(logo.base64, 'base64')
  const text = bytes.toString('utf8').trimStart()
  const drawable = /^<(\?xml|svg)/.test(text) && !/<([\w-]+:)?(image|text|tspan|use)\b/i.test(text)
  return drawable ? bytes : null
}

function readChunks(bytes: Buffer): { data: Buffer; size: number } | null {
  const parts: Buffer[] = []
  let size = 0
  let indexed = false
  let at = magic.length
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (end + 4 > bytes.length) return null
    if (size === 0) {
      size = name === 'IHDR' ? rasterSize(bytes.subarray(at + 8, end)) : 0
      if (size === 0) return null
      indexed = bytes[at + 17] === 3
    } else if (name === 'PLTE') indexed = false
    else if (name === 'IDAT') parts.push(bytes.subarray(at + 8, end))
    else if (name === 'IEND') {
      const whole = end + 4 === bytes.length && parts.length > 0 && !indexed
      return whole ? { data: Buffer.concat(parts), size } : null
    }
    at = end + 4
  }
  return null
}

function rasterSize(header: Buffer): number {
  if (header.length !== 13) return 0
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth, colour = -1, compression, filter, interlace] = header.subarray(8)
  const perPixel = channels[colour]
  if (perPixel === undefined || depth !== 8 || compression || filter || interlace) return 0
  if (width < 1 || height < 1 || width > largestSide || height > largestSide) return 0
  return height * (1 + width * perPixel)
}
