import { readChunks } from './png-chunks.ts'
import { flattenOnWhite } from './png-pixels.ts'
import { readRaster } from './png-raster.ts'
import { writePng } from './png-write.ts'

export type SignatureReading =
  | { ok: true; png: Uint8Array; width: number; height: number; hasInk: boolean }
  | { ok: false; reason: 'not-a-signature' | 'too-large' }

const PREFIX = 'data:image/png;base64,'
const MOST_BYTES = 128 * 1024
const MOST_CHARACTERS = PREFIX.length + Math.ceil(MOST_BYTES / 3) * 4
const MOST_WIDTH = 1200
const MOST_HEIGHT = 400
/** How far, of 255, a sample must be from the paper's to count as ink; fainter is noise. */
const CLEARLY = 32

/**
 * Reads a signature from a data URI and returns a new PNG made from its pixels (rules 54 and 55). 'too-large' is over
 * 128 KiB; 'not-a-signature' is everything else. `hasInk` is false for a blank pad. Never throws.
 */
export function readSignature(dataUri: string): SignatureReading {
  if (!dataUri.startsWith(PREFIX)) return { ok: false, reason: 'not-a-signature' }
  if (dataUri.length > MOST_CHARACTERS) return { ok: false, reason: 'too-large' }
  const file = strictBase64(dataUri.slice(PREFIX.length))
  if (file && file.length > MOST_BYTES) return { ok: false, reason: 'too-large' }
  const picture = file && readPixels(file)
  if (!picture) return { ok: false, reason: 'not-a-signature' }
  const { rgb, width, height } = picture
  return { ok: true, png: writePng(rgb, width, height), width, height, hasInk: hasInk(rgb) }
}

/** A PNG as the data URI that `authSignature` and the finance signature hold. */
export function toDataUri(png: Uint8Array): string {
  return PREFIX + Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')
}

/** Node decodes generously; only a text that it would write itself is canonical. */
function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

function readPixels(file: Uint8Array): { rgb: Uint8Array; width: number; height: number } | null {
  const parts = readChunks(file)
  // before anything is inflated: the header decides how much memory the rest may take
  if (!parts || parts.header.width > MOST_WIDTH || parts.header.height > MOST_HEIGHT) return null
  const raster = readRaster(parts)
  const rgb = raster && flattenOnWhite(parts, raster)
  return rgb && { rgb, width: parts.header.width, height: parts.header.height }
}

/** One colour all over is blank, whatever the colour, so the first pixel can stand for the paper. */
function hasInk(rgb: Uint8Array): boolean {
  for (let at = 0; at < rgb.length; at++) {
    if (Math.abs((rgb[at] ?? 0) - (rgb[at % 3] ?? 0)) > CLEARLY) return true
  }
  return false
}
