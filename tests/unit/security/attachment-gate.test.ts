import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { gateAttachment } from '#src/security/attachment-gate.ts'

const gate = (...parts: (Buffer | string)[]) => {
  const file = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  return gateAttachment(file, file)
}

const pdf = '%PDF-1.4\n1 0 obj\nendobj\n%%EOF'
const png = PNG.sync.write(new PNG({ width: 3, height: 2 }))

/** A picture of a phone: a segment of the camera before the size. */
function jpeg(height: number, end = '\xff\xd9') {
  const frame = Buffer.from('\xff\xc0\0\x11\x08\0\0\0\0\x03', 'latin1')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(height, 7)
  const camera = Buffer.concat([Buffer.from('\xff\xe1\x80\x02', 'latin1'), Buffer.alloc(0x8000)])
  return ['\xff\xd8', camera, frame, Buffer.alloc(100, 1), end].map((part) =>
    Buffer.from(part as string, 'latin1'),
  )
}

describe('a file is taken', () => {
  test.each([
    ['pdf', [pdf]],
    ['pdf', [pdf, '\r\n']],
    ['pdf', ['%PDF-1.4\nPK\x05\x06 by chance\n', 'x'.repeat(22), pdf.slice(9)]],
    ['pdf', ['%PDF-1.4\n%%EOF\nPK\x05\x06\0\0\0\0%%EOF']],
    ['png', [png]],
    ['jpeg', jpeg(4000)],
    ['jpeg', ['\xff\xd8\xff\xc4\0\x0b', '\xff'.repeat(9), '\xff', ...jpeg(4000).slice(1)]],
    ['jpeg', [...jpeg(4000), '\0\0\0']],
    ['jpeg', jpeg(4000, '\xff\xd9 a block of the phone SEFT')],
  ])('as a %s', (kind, parts) => {
    expect(gate(...parts)).toEqual({ kind })
  })
})

describe('a file is refused', () => {
  const archive = `PK\x05\x06${'\0'.repeat(16)}\x05\0%%EOF`
  test.each<[string, string, (Buffer | string)[]]>([
    ['without a byte', 'empty', []],
    ['with a letter before a PDF', 'unknown', ['x', pdf]],
    ['with a text after a PDF', 'mixed', [pdf, '\nx']],
    ['without the end of a PDF', 'cut', [pdf.slice(0, -5)]],
    ['of another kind', 'unknown', ['GIF89a']],
    ['with an archive that ends as a PDF', 'mixed', [pdf, archive]],
    ['with an archive before the end', 'mixed', [pdf, `PK\x05\x06${'\0'.repeat(18)}\n%%EOF\n`]],
    [
      'with an archive whose last bytes end a PDF',
      'mixed',
      [pdf, `PK\x05\x06${'\0'.repeat(13)}%%EOF`],
    ],
    ['with a PDF in a comment of a picture', 'mixed', ['\xff\xd8\xff\xfe\0\x40', pdf, ...jpeg(9)]],
    ['with a page after a picture', 'mixed', [...jpeg(9), '<html>']],
    ['with a film after a picture', 'mixed', [png, '\0\0\0\x20ftypmp42']],
    ['without the end of a picture', 'cut', [png.subarray(0, -8)]],
    ['with a picture without a size', 'cut', ['\xff\xd8\xff\xd9']],
    [
      'with a picture whose segments are noise',
      'cut',
      ['\xff\xd8\xff\xe1\0\x02', '\0\xc0\0\x11\x08\0\x09\0\x09\xff\xd9'],
    ],
    ['with a picture to fill the memory', 'vast', jpeg(65_000)],
    [
      'with another one',
      'vast',
      [png.subarray(0, 16), '\0\0\xff\xff\0\0\xff\xff', png.subarray(24)],
    ],
  ])('%s', (_, fault, parts) => {
    expect(gate(...parts)).toEqual({ fault })
  })
})
