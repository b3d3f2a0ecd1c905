import { deflateSync } from 'node:zlib'
import { chunk, chunksOf, header, magic, makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'

const uri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

const drawing = { ...stroke, width: 300, height: 100 }
const good = makePng(drawing)
const [head, data, end] = chunksOf(drawing) as [Buffer, Buffer, Buffer]
const sized = (width: number, height: number) =>
  chunk('IHDR', header({ ...drawing, width, height }))
const png = (...chunks: Buffer[]) => uri(Buffer.concat([magic, ...chunks]))

/** Images that have ended a process, or would: each is refused, or taken and made anew from its pixels. */
export const killerImages: Record<string, string> = {
  'eighteen bytes that claim two gigabytes': uri(
    Buffer.concat([magic, Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('IDATxx')]),
  ),
  'a stream cut in half': png(head, chunk('IDAT', data.subarray(8, 40)), end),
  'a stream that is none': png(head, chunk('IDAT', Buffer.from('not a stream at all')), end),
  'a stream of another length': png(head, chunk('IDAT', deflateSync(Buffer.alloc(50))), end),
  'a bomb of 64 MiB': png(head, chunk('IDAT', deflateSync(Buffer.alloc(64 << 20))), end),
  '20,000 by 20,000': png(sized(20_000, 20_000), data, end),
  'four thousand million wide': png(sized(0xffffffff, 1), data, end),
  'nothing wide': png(sized(0, 0), data, end),
  'no pixels': png(head, end),
  'two headers': png(head, head, data, end),
  'no end': png(head, data),
  'more after its end': png(head, data, end, data),
  'a palette that is missing': png(chunk('IHDR', header({ ...drawing, colour: 3 })), data, end),
  'a text chunk of 100 KiB': png(head, chunk('tEXt', Buffer.alloc(100 << 10, 65)), data, end),
  'a vector image': `data:image/svg+xml;base64,${btoa('<svg onload="x"/>')}`,
  'a photograph': 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ==',
  'a file of this machine': '/etc/passwd',
  'an address': 'http://127.0.0.1:9/x.png',
  'text in the place of base64': 'data:image/png;base64,!!!!',
  nothing: 'data:image/png;base64,',
}

/** The good image with some of its bytes changed, cut or doubled. */
export function brokenImage(random: () => number): string {
  const bytes = Buffer.from(good)
  const at = () => Math.floor(random() * bytes.length)
  const kind = random()
  if (kind < 0.2) return uri(bytes.subarray(0, at()))
  if (kind < 0.3) return uri(Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at())]))
  for (let change = 0; change < 1 + random() * 4; change++) bytes[at()] = Math.floor(random() * 256)
  if (kind < 0.6) return uri(bytes)
  // with right checksums, so that what is behind them is reached
  const raster = Buffer.from(data.subarray(8, -4))
  for (let change = 0; change < 3; change++)
    raster[Math.floor(random() * raster.length)] = Math.floor(random() * 256)
  const body = Buffer.from(head.subarray(8, -4))
  if (kind < 0.8) body[Math.floor(random() * body.length)] = Math.floor(random() * 256)
  return png(chunk('IHDR', body), chunk('IDAT', raster), end)
}
