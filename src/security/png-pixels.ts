import { GREY, GREY_ALPHA, PALETTE, type PngParts, RGB } from './png-chunks.ts'
import { channelsOf, type Raster } from './png-raster.ts'

/** Puts one pixel, given by its samples, at `to` in the RGB bytes; false when it names no colour. */
type Paint = (samples: Uint16Array, rgb: Uint8Array, to: number) => boolean

/**
 * The picture as 8-bit RGB, three bytes a pixel, laid on white paper where it is transparent; null when a pixel points
 * past the palette. Colour profiles and gamma are not applied. (rule 54)
 */
export function flattenOnWhite(parts: PngParts, raster: Raster): Uint8Array | null {
  const { width, height, depth, colour } = parts.header
  const rgb = new Uint8Array(width * height * 3)
  const paint = painterOf(parts)
  const samples = new Uint16Array(channelsOf(colour))
  for (const pass of raster.passes) {
    for (let y = 0; y < pass.height; y++) {
      const row = pass.start + y * pass.stride
      const toRow = (pass.top + y * pass.down) * width + pass.left
      for (let x = 0; x < pass.width; x++) {
        for (let channel = 0; channel < samples.length; channel++) {
          samples[channel] = sampleAt(raster.bytes, row, x * samples.length + channel, depth)
        }
        if (!paint(samples, rgb, (toRow + x * pass.across) * 3)) return null
      }
    }
  }
  return rgb
}

function sampleAt(bytes: Uint8Array, row: number, index: number, depth: number): number {
  if (depth === 8) return bytes[row + index] ?? 0
  if (depth === 16) {
    const at = row + index * 2
    return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  }
  const bit = index * depth
  return ((bytes[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

function painterOf({ header, palette, transparency }: PngParts): Paint {
  const most = 2 ** header.depth - 1
  if (header.colour === PALETTE) return palettePainter(palette, transparency)
  const grey = header.colour === GREY || header.colour === GREY_ALPHA
  const alphaAt = header.colour === GREY || header.colour === RGB ? -1 : grey ? 1 : 3
  const clear = transparency && clearColour(transparency, most)
  return (samples, rgb, to) => {
    const seen = clear?.every((sample, channel) => sample === samples[channel]) ? 0 : most
    const alpha = alphaAt < 0 ? seen : (samples[alphaAt] ?? 0)
    for (let part = 0; part < 3; part++) {
      rgb[to + part] = onWhite(samples[grey ? 0 : part] ?? 0, alpha, most)
    }
    return true
  }
}

function palettePainter(palette: Uint8Array | null, transparency: Uint8Array | null): Paint {
  const colours = Uint8Array.from(palette ?? [], (sample, at) =>
    onWhite(sample, transparency?.[Math.floor(at / 3)] ?? 255, 255),
  )
  return ([index = 0], rgb, to) => {
    if (index * 3 >= colours.length) return false
    for (let part = 0; part < 3; part++) rgb[to + part] = colours[index * 3 + part] ?? 0
    return true
  }
}

/** The one colour that counts as transparent: two bytes a sample, of which only the lowest `depth` bits count. */
function clearColour(transparency: Uint8Array, most: number): number[] {
  const samples: number[] = []
  for (let at = 0; at < transparency.length; at += 2) {
    samples.push((((transparency[at] ?? 0) << 8) | (transparency[at + 1] ?? 0)) & most)
  }
  return samples
}

/** A sample of 0 to `most` laid on white with that alpha, as 0 to 255. */
function onWhite(sample: number, alpha: number, most: number): number {
  return Math.round(((sample * alpha + most * (most - alpha)) * 255) / (most * most))
}
