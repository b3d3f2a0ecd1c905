import { deflateSync } from 'node:zlib'
import { encode } from 'fast-png'
import { expect, test } from 'vitest'
import { checkedLogo, checkedPng } from '#src/pdf/document/pictures.ts'
import { drawnSignature } from '../../support/pdf-sheet.ts'

const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const end = chunk('IEND', Buffer.alloc(0))

test('a signature as the pad draws it passes byte for byte', () => {
  const png = drawnSignature()
  expect(checkedPng(png)?.toString('base64')).toBe(png)
})

test('grey, transparent and coloured pictures of 8 bits pass', () => {
  for (const channels of [1, 2, 3, 4] as const) {
    const data = new Uint8Array(6 * 4 * channels)
    const png = encode({ width: 6, height: 4, data, channels, depth: 8 })
    expect(checkedPng(Buffer.from(png).toString('base64')), `${channels} channels`).not.toBeNull()
  }
})

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('https://example.com/picture.png')],
  [
    'a head that claims two gibibytes',
    Buffer.concat([magic, Buffer.from('7fffffff49444154aaaa', 'hex')]),
  ],
  ['a size beyond reason', picture({ width: 100_000, height: 100_000 })],
  ['no width', picture({ width: 0 })],
  ['16 bits', picture({ depth: 16 })],
  ['an unknown colour type', picture({ colour: 5 })],
  ['colours from a palette that is not there', picture({ colour: 3, raster: Buffer.alloc(10) })],
  ['interlacing', picture({ interlace: 1 })],
  ['a stream cut short', picture({ stream: deflateSync(Buffer.alloc(26)).subarray(0, 6) })],
  ['a stream that is none', picture({ stream: Buffer.from('hello, this is no stream') })],
  ['too few pixels', picture({ raster: Buffer.alloc(25) })],
  ['far too many pixels', picture({ raster: Buffer.alloc(5_000_000) })],
  ['no pixels', Buffer.concat([magic, header({}), end])],
  ['no end', picture({}).subarray(0, -12)],
  ['something after the end', Buffer.concat([picture({}), Buffer.from('more')])],
])('a picture with %s is refused', (_, bytes) => {
  expect(checkedPng(bytes.toString('base64'))).toBeNull()
})

test('the hostile pictures differ from a good one in nothing else', () => {
  expect(checkedPng(picture({}).toString('base64'))).not.toBeNull()
})

test.each([
  [
    'fetches a picture',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://example.com/a"/></svg>',
  ],
  ['fetches it under a prefix', '<svg:svg><svg:IMAGE href="file:///etc/passwd"/></svg:svg>'],
  ['needs a font', '<svg xmlns="http://www.w3.org/2000/svg"><text>Name</text></svg>'],
  ['is a page', '<html></html>'],
])('an SVG logo that %s is refused', (_, text) => {
  expect(checkedLogo({ kind: 'svg', base64: Buffer.from(text).toString('base64') })).toBeNull()
})

test('an SVG logo made of shapes passes', () => {
  const text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'
  expect(checkedLogo({ kind: 'svg', base64: Buffer.from(text).toString('base64') })).not.toBeNull()
})

type Parts = {
  width?: number
  height?: number
  depth?: number
  colour?: number
  interlace?: number
  raster?: Buffer
  stream?: Buffer
}

// Four by two pixels of RGB: two rows of 1 + 12 bytes.
function picture({
  raster = Buffer.alloc(26),
  stream = deflateSync(raster),
  ...head
}: Parts): Buffer {
  return Buffer.concat([magic, header(head), chunk('IDAT', stream), end])
}

function header({ width = 4, height = 2, depth = 8, colour = 2, interlace = 0 }: Parts): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', data)
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
