import { decode } from 'fast-png'
import type { DrawnSave } from '#src/domain/applications/draw-signature.ts'
import type { Save } from '#src/forms/registration/save.ts'
import { toDataUri } from '#src/security/png.ts'
import { redrawSignature, signatureFile } from '#src/security/signature-image.ts'
import { seededRandom } from '../random.ts'
import { chunk, chunksOf, type Drawing, magic, makePng } from './png-maker.ts'

const CHANNELS = [1, 0, 3, 1, 2, 0, 4]
/** Every colour type in every depth that PNG has for it, plain and interlaced. */
export const KINDS = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ colour: 0, depth })),
  ...[8, 16].map((depth) => ({ colour: 2, depth })),
  ...[1, 2, 4, 8].map((depth) => ({ colour: 3, depth })),
  ...[8, 16].map((depth) => ({ colour: 4, depth })),
  ...[8, 16].map((depth) => ({ colour: 6, depth })),
].flatMap((kind) => [false, true].map((interlaced) => ({ ...kind, interlaced })))

/** A small picture such as a pad makes: a black line on nothing. */
export const stroke: Drawing = {
  width: 30,
  height: 10,
  depth: 8,
  colour: 6,
  pixel: (x, y) => [0, 0, 0, Math.abs(x - 3 * y) < 2 ? 255 : 0],
}
/** Reads a data URI as the server and its document process do together. */
export function readSignature(dataUri: string) {
  const sent = signatureFile(dataUri)
  return sent.ok ? redrawSignature(sent.file) : sent
}

/** A save with its signature as the image that the document process makes of it. */
export function drawn(save: Save): DrawnSave {
  const read = readSignature(String(save.fields.authSignature))
  return read.ok ? { ...save, image: { ...read, sentSha256: null } } : save
}

/** Reads a file as if a browser had sent it. */
export function read(png: Uint8Array) {
  return readSignature(toDataUri(png))
}

/** Reads a file past the checks of its header, as a logo is read. */
export const redrawn = (png: Uint8Array) => redrawSignature(Buffer.from(png))

/** Decoded by another reader of PNG than ours. */
export function decoded(result: ReturnType<typeof read>) {
  if (!result.ok) throw new Error(result.reason)
  return decode(result.png, { checkCrc: true })
}

/** Every sample a different-looking one, the same on every run. */
export function noise(kind: Omit<Drawing, 'pixel'>, transparency: boolean): Drawing {
  const { colour, depth } = kind
  const random = seededRandom(kind.width * 100 + colour * 10 + depth)
  const most = 2 ** depth
  const pixels = Array.from({ length: kind.width * kind.height }, () =>
    Array.from({ length: CHANNELS[colour] ?? 0 }, () => Math.floor(random() * most)),
  )
  const first = (pixels[0] ?? []).flatMap((sample) => [sample >> 8, sample & 255])
  return {
    ...kind,
    pixel: (x, y) => pixels[y * kind.width + x] ?? [],
    ...(colour === 3 && {
      palette: Array.from({ length: most * 3 }, () => Math.floor(random() * 256)),
    }),
    ...(transparency && colour === 3 && { transparency: [0, 100] }),
    ...(transparency && (colour === 0 || colour === 2) && { transparency: first }),
  }
}

/** A sound PNG of exactly so many bytes. */
export function padded(size: number): Buffer {
  const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
  const filling = size - makePng(stroke).length - 12
  return Buffer.concat([magic, head, chunk('tEXt', Buffer.alloc(filling)), data, end])
}
