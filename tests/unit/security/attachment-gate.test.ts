import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { watchForLock } from '#src/forms/requests/locked-pdf.ts'
import { openGate } from '#src/security/attachment-gate.ts'

type Part = Buffer | string

/** Judged as one piece, and byte by byte when it is short: the outcome is the same. */
function gate(...parts: Part[]) {
  const file = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  const whole = inPieces(file, 256 * 1024)
  for (const size of file.length < 5000 ? [1, 7] : [4099, 64 * 1024])
    expect(inPieces(file, size)).toEqual(whole)
  return whole
}

function inPieces(file: Buffer, size: number) {
  const opened = openGate()
  for (let at = 0; at < file.length; at += size) opened.take(file.subarray(at, at + size))
  return opened.outcome()
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

/** Like a film: every byte, and nothing to read. */
function noise(length: number) {
  let state = 7
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state >> 16
    }),
  )
}

/** A colour profile, or notes of a program, in segments of the largest size before the picture. */
function profiles(count: number) {
  const [start = Buffer.alloc(0), ...rest] = jpeg(4000)
  const segment = Buffer.concat([
    Buffer.from('\xff\xe2\xff\xff', 'latin1'),
    Buffer.alloc(0xfffd, 9),
  ])
  return [start, ...Array.from({ length: count }, () => segment), ...rest]
}

function coded(content: string) {
  const [start = '', camera = '', frame = ''] = jpeg(400)
  return [start, camera, frame, '\x01'.repeat(9), `\xff\xda\0\x03a${content}`, '\xff\xd9']
}

function chunk(name: string, length: number) {
  const bytes = Buffer.alloc(12 + length, 1)
  bytes.writeUInt32BE(length)
  bytes.write(name, 4, 'latin1')
  return bytes
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
    ['jpeg', [...jpeg(4000), '\0\0\0\x20ftypmp42', noise(300_000)]],
    ['jpeg', [...jpeg(4000), ...jpeg(400)]],
    ['jpeg', [...jpeg(4000), '\n\r\n']],
    ['jpeg', [...jpeg(4000), '\xff'.repeat(2000)]],
    ['jpeg', profiles(12)],
    ['jpeg', profiles(60)],
    ['jpeg', ['\xff\xd8', '\xff'.repeat(500), '\xff\xfe\0\x04ab', ...jpeg(9).slice(1)]],
    ['jpeg', ['\xff\xd8\xff\xfe\0\x04abstray', ...jpeg(9).slice(1)]],
    ['jpeg', coded('\xff\0\xff\xd0\xff\xff\0\xff\x05')],
    ['jpeg', coded('\xff\xc4\0\x04ab\xff\xda\0\x03a a second scan')],
    ['png', [png, '\0\0\0\x20ftypmp42', noise(200_000)]],
    ['png', [png, '\0'.repeat(70_000)]],
    ['png', [png.subarray(0, 33), chunk('iCCP', 600_000), chunk('tEXt', 5), png.subarray(33)]],
    ['pdf', ['\xef\xbb\xbf', pdf]],
    ['pdf', ['\r\n \n', pdf]],
    ['pdf', ['x', pdf]],
    ['pdf', ['\x1b%-12345X@PJL JOB NAME="a"\r\n@PJL ENTER LANGUAGE=PDF\r\n', pdf, '\x1b%-12345X']],
    ['pdf', ['HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', pdf]],
    ['pdf', ['--x\r\nContent-Disposition: form-data\r\n\r\n', pdf, '\r\n--x--\r\n']],
    ['pdf', ['\0'.repeat(1000), pdf]],
    ['pdf', ['\xff\xfe', pdf]],
    ['pdf', ['junk in front, and some more of it\n', 'x'.repeat(900), '\n', pdf]],
    ['pdf', [noise(1000), pdf]],
    ['pdf', ['\0\x0aletter.pdf', '\0'.repeat(54), 'PDF CARO', '\0'.repeat(55), pdf]],
    ['pdf', ['2f4a1\r\n', pdf, '\r\n0\r\n\r\n']],
    ['pdf', ['\x1b%-12345X@PJL SET RESOLUTION=600\n@PJL COMMENT "a & b"\n', pdf]],
    [
      'pdf',
      [
        'Return-Path: <ann.sample@example.com>\r\nFrom: "Ann Sample" <ann+x@example.com>\r\n',
        'Message-ID: <4f.2@mail.example.com>\r\nSet-Cookie: a=b\r\nAccept: */*\r\nSubject: B\xc3\xb6rse\r\n',
        'Content-Type: application/pdf; name=a.pdf\r\n\r\n',
        pdf,
      ],
    ],
    ['pdf', [pdf, '\nx']],
    ['pdf', [pdf, noise(100_000)]],
    ['pdf', [pdf, '\n2 0 obj\nendobj\n%%EOF\n']],
    ['pdf', [`%PDF-1.6\n1 0 obj\n<</Linearized 1>>\n%%EOF\n${'2 0 obj\n'.repeat(40_000)}%%EOF`]],
  ])('accepts a file as a %s', (kind, parts) => {
    expect(gate(...parts)).toEqual({ kind })
  })
})

describe('a file is refused', () => {
  const tape = `report.pdf${'\0'.repeat(90)}0000644\0${'0'.repeat(404)}`
  const archive = `PK\x05\x06${'\0'.repeat(16)}\x05\0%%EOF`
  test.each<[string, string, Part[]]>([
    ['without a byte', 'empty', []],
    ['with more before a PDF than readers skip', 'unknown', ['x'.repeat(1024), pdf]],
    ['with a page before a PDF', 'mixed', ['<!doctype html><html>', pdf]],
    ['with a script before a PDF', 'mixed', ['#!/bin/sh\n', pdf]],
    ['with an archive before a PDF', 'mixed', ['PK\x03\x04 report.pdf', pdf]],
    ...[
      ...['@echo off\r\n', 'junk\r\n@echo off\r\n', '\xef\xbb\xbf@ECHO OFF\n', '\n\n#!/bin/sh\n'],
      ...[
        'x\n #!/usr/bin/env node\n',
        'rem a\r\n',
        'a\n:: b\r\n',
        ": <<'END'\n",
        'a=1/*',
        '%!PS-Adobe-3.0\n',
      ],
      ...[
        '<img src=x onerror=alert(1)>',
        '<svg/onload=alert(1)>',
        'x <a href=y>',
        '<!-- -->',
        '<x onclick=y>',
      ],
      ...[
        '<?xml version="1.0"?>',
        '<?php echo 1 ?>',
        '<?=1?>',
        '<%= 1 %>',
        '</p>',
        '<b>',
        '\0<\0b\0>\0',
      ],
      ...[
        '<img/onerror=alert(1)@x>',
        '\xff\xfe<\0s\0c\0r\0i\0p\0t\0>\0',
        '<!doctype html>',
        '\n<HTML\n>',
      ],
      ...[
        '\nGIF89a',
        '\x89PNG\r\n\x1a\n',
        '\xff\xd8\xff\xe0',
        'II*\0',
        'RIFF\x10\0\0\0WEBP',
        'BM\0\0\0\0\0\0\0\0',
      ],
      ...[
        'MZ',
        'MZ\x90\0',
        '\n\x7fELF',
        '\xca\xfe\xba\xbe',
        '\0asm\x01',
        'SQLite format 3\0',
        '{\\rtf1',
      ],
      ...[
        '\x1f\x8b\x08',
        'BZh9',
        '\xfd7zXZ\0',
        'Rar!\x1a\x07\0',
        'a 7z\xbc\xaf\x27\x1c',
        'PK\x05\x06',
        'MSCF',
      ],
      ...['\xd0\xcf\x11\xe0', '\0\0\0\x18ftypmp42', 'OggS', 'ID3\x03', '\0\0\x01\0\x01\0', 'wOFF'],
      `${'\0'.repeat(128)}DICM`,
      `${'a'.repeat(257)}ustar`,
    ].map((start): [string, string, Part[]] => [
      `with ${JSON.stringify(start)} before a PDF`,
      'mixed',
      [start, pdf],
    ]),
    ['with a PDF in an archive of tapes', 'mixed', [tape, pdf]],
    ['with a PDF in another picture', 'mixed', ['GIF89a', pdf]],
    ['with a page after a PDF', 'mixed', [pdf, '\n<HTML>']],
    ['with a page far after a PDF', 'mixed', [pdf, '\0'.repeat(300_000), '<script >']],
    ['with an update of a PDF that did not arrive whole', 'cut', [pdf, '\n2 0 obj\n<<']],
    ['with a PDF after a PDF that did not arrive whole', 'cut', [pdf, '\n', pdf.slice(0, -5)]],
    ['without the end of a PDF', 'cut', [pdf.slice(0, -5)]],
    ['of another kind', 'unknown', ['a text']],
    ['with a page before a picture', 'unknown', ['<html>', ...jpeg(9)]],
    ['with an archive that ends as a PDF', 'mixed', [pdf, archive]],
    ['with an archive before the end', 'mixed', [pdf, `PK\x05\x06${'\0'.repeat(18)}\n%%EOF\n`]],
    [
      'with an archive whose last bytes end a PDF',
      'mixed',
      [pdf, `PK\x05\x06${'\0'.repeat(13)}%%EOF`],
    ],
    ['with a PDF in a comment of a picture', 'mixed', ['\xff\xd8\xff\xfe\0\x40', pdf, ...jpeg(9)]],
    ['with a page after a picture', 'mixed', [...jpeg(9), '<html>']],
    ['with a page after a drawing', 'mixed', [png, '\n<svg onload=x>']],
    ['with a page after a film', 'mixed', [...jpeg(9), noise(300_000), '<!DOCTYPE html>']],
    ['with an archive after a picture', 'mixed', [...jpeg(9), `PK\x03\x04${'\0'.repeat(200_000)}`]],
    [
      'with the end of an archive after a picture',
      'mixed',
      [...jpeg(9), noise(90_000), `PK\x05\x06${'\0'.repeat(18)}`],
    ],
    ['with a packed file after a picture', 'mixed', [png, '\0\0', 'Rar!\x1a\x07\0']],
    ['with a PDF after a picture', 'mixed', [...jpeg(9), noise(3000), pdf]],
    [
      'with a part that goes beyond the end',
      'cut',
      [png.subarray(0, 33), chunk('iCCP', 900).subarray(0, 300)],
    ],
    [
      'with a last part that has content',
      'cut',
      [png.subarray(0, -12), '\0\x0f\xff\xffIEND', noise(100_000)],
    ],
    ['with a picture cut in its first part', 'cut', profiles(3).slice(0, 3)],
    ['with a picture cut in its last scan', 'cut', coded('\xff\xda\0\x03a').slice(0, 5)],
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
  ])('refuses a file %s', (_, fault, parts) => {
    expect(gate(...parts)).toEqual({ fault })
  })
})

test.each([
  ['\0\0\0\x18ftypheic\0\0\0\0', 'heic'],
  ['\0\0\0\x18ftypmif1\0\0\0\0', 'heic'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'picture'],
  ['II*\0\x08', 'picture'],
  ['PK\x03\x04\x14\0[Content_Types].xml', 'office'],
  ['PK\x03\x04\x14\0a.txt', 'archive'],
])('refuses %j and says what kind of file it is', (file, found) => {
  expect(inPieces(Buffer.from(file, 'latin1'), 100)).toEqual({ fault: 'unknown', found })
})

test.each([
  [true, 'trailer <</Root 1 0 R /Encrypt 7 0 R>>'],
  [true, 'trailer <</Encrypt<</Filter/Standard>>>>'],
  [false, 'trailer <</Root 1 0 R>>'],
])('says whether a PDF may ask for a password: %s for %s', (isLocked, trailer) => {
  const file = Buffer.from(`%PDF-1.4\n${' '.repeat(4070)}${trailer}\n%%EOF`)
  const lock = watchForLock()
  for (let at = 0; at < file.length; at += 4096) lock.take(file.toString('latin1', at, at + 4096))
  expect([inPieces(file, 4096), lock.isLocked()]).toEqual([{ kind: 'pdf' }, isLocked])
})
