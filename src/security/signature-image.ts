import { dataUriPrefix, readPng, writePng } from './png.ts'

type NoSignature = { ok: false; reason: 'not-a-signature' | 'too-large' | 'unwritable' }

/** `hasInk` is false for a blank pad. */
export type SignatureReading =
  | { ok: true; png: Uint8Array; width: number; height: number; hasInk: boolean }
  | NoSignature

const mostBytes = 128 * 1024
const mostCharacters = dataUriPrefix.length + Math.ceil(mostBytes / 3) * 4
const mostPixels = { width: 1200, height: 400 }
/** Of 255. Anything fainter is noise. */
const visible = 32

/** Checks only the size and header, which takes almost no time. Never throws. */
export function signatureFile(dataUri: string): { ok: true; file: Buffer } | NoSignature {
  if (!dataUri.startsWith(dataUriPrefix)) return { ok: false, reason: 'not-a-signature' }
  if (dataUri.length > mostCharacters) return { ok: false, reason: 'too-large' }
  const file = strictBase64(dataUri.slice(dataUriPrefix.length))
  if (file && file.length > mostBytes) return { ok: false, reason: 'too-large' }
  return file && isPlain(file) ? { ok: true, file } : { ok: false, reason: 'not-a-signature' }
}

/** Encodes the pixels again. It runs in the process that draws. Never throws. */
export function redrawSignature(file: Buffer): SignatureReading {
  const picture = readPng(file, mostPixels)
  if (!picture) return { ok: false, reason: 'not-a-signature' }
  const { width, height } = picture
  const { hasInk, hasColour } = putOnWhite(picture.data)
  return { ok: true, png: writePng(picture, hasColour ? 2 : 0), width, height, hasInk }
}

/** Returns `null` unless Node would encode the bytes as exactly this text. Node decodes other texts as well. */
function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** Returns whether the file is as a signature pad makes it: at most 8 bits, and not interlaced. */
const isPlain = (file: Buffer) => file.length > 32 && file.readUInt8(24) <= 8 && file[28] === 0

/** Puts the drawing on white paper. A picture in a single colour is blank. */
function putOnWhite(rgba: Buffer): { hasInk: boolean; hasColour: boolean } {
  let hasInk = false
  let hasColour = false
  for (let pixel = 0; pixel < rgba.length; pixel += 4) {
    const alpha = (rgba[pixel + 3] ?? 0) / 255
    for (let part = 0; part < 3; part++) {
      const sample = Math.round(255 - alpha * (255 - (rgba[pixel + part] ?? 0)))
      rgba[pixel + part] = sample
      hasInk ||= Math.abs(sample - (rgba[part] ?? 0)) > visible
      hasColour ||= sample !== rgba[pixel]
    }
    rgba[pixel + 3] = 255
  }
  return { hasInk, hasColour }
}
