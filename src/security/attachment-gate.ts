type AttachmentKind = 'pdf' | 'png' | 'jpeg'

type AttachmentFault = 'empty' | 'unknown' | 'cut' | 'mixed' | 'vast'

/** `found` names a kind of file that we do not accept. */
export type GateOutcome = { kind: AttachmentKind } | { fault: AttachmentFault; found?: FoundKind }

export type AttachmentGate = { take: (bytes: Buffer) => void; outcome: () => GateOutcome }

/** No camera or scanner makes a larger picture. It would fill the memory of whoever opens it. */
const mostPixels = 200_000_000

/**
 * Judges a file while it arrives in pieces of any size. Pictures are read part by part up to their end, and nothing
 * is unpacked. Data that viewers skip is allowed before a PDF and after any file, unless it is an archive or a page.
 */
export function openGate(): AttachmentGate {
  let head = Buffer.alloc(0)
  const tail = keepTail()
  let kind: AttachmentKind | null | undefined
  let reading: Reading | null = null

  function begin() {
    kind = kindOf(head)
    reading = kind && readings[kind]()
    reading?.take(head)
  }

  return {
    take(bytes) {
      tail.take(bytes)
      if (kind !== undefined) return reading?.take(bytes)
      head = Buffer.concat([head, bytes])
      if (head.length >= headLength) begin()
    },
    outcome() {
      if (kind === undefined) begin()
      if (head.length === 0) return { fault: 'empty' }
      if (!kind || !reading) return unknown(head)
      if (endsAsArchive(tail.bytes()) || holdsOtherKind(kind, head.subarray(0, headLength)))
        return { fault: 'mixed' }
      return reading.outcome(kind)
    },
  }
}

export type FoundKind = 'heic' | 'picture' | 'office' | 'archive'

const isOf: [FoundKind, (head: string) => boolean][] = [
  ['heic', (head) => /^ftyp(hei|hev|mif1|msf1)/.test(head.slice(4, 16))],
  [
    'picture',
    (head) =>
      startsWith(head, ['GIF8', 'II*\0', 'MM\0*']) ||
      head.slice(8, 12) === 'WEBP' ||
      head.slice(4, 11) === 'ftypavi' ||
      (head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0'),
  ],
  [
    'office',
    (head) =>
      startsWith(head, ['\xd0\xcf\x11\xe0', '{\\rtf']) ||
      (head.startsWith(zip) && /\[Content_Types\]|mimetypeapplication/.test(head)),
  ],
  ['archive', (head) => startsWith(head, [zip, rar, sevenZip])],
]

const zip = 'PK\x03\x04'
const rar = 'Rar!\x1a\x07'
const sevenZip = '7z\xbc\xaf\x27\x1c'

const startsWith = (text: string, starts: string[]) =>
  starts.some((start) => text.startsWith(start))

function unknown(head: Buffer): GateOutcome {
  const text = head.toString('latin1', 0, headLength)
  const found = isOf.find(([, test]) => test(text))?.[0]
  return found ? { fault: 'unknown', found } : { fault: 'unknown' }
}

/** Viewers look for the first line of a PDF up to this byte. */
const headLength = 1024

const pdfHead = /%PDF-[12]\.\d/
const pngStart = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

function kindOf(head: Buffer): AttachmentKind | null {
  if (head.subarray(0, pngStart.length).equals(pngStart)) return 'png'
  if (head.subarray(0, 3).equals(jpegStart)) return 'jpeg'
  return pdfHead.test(head.toString('latin1', 0, headLength + 7)) ? 'pdf' : null
}

/**
 * Returns whether a picture is also a PDF, or a PDF is inside another kind of file. Printers, mail programs, servers
 * and scanners add lines or bytes before the head of a PDF, and viewers skip them. But they must not be the beginning
 * of another kind of file, or anything that a browser or a command line would run.
 */
function holdsOtherKind(kind: AttachmentKind, head: Buffer): boolean {
  const text = head.toString('latin1')
  if (kind !== 'pdf') return text.includes('%PDF-')
  const before = text.slice(0, text.search(pdfHead))
  // this also covers UTF-16
  const plain = before.replaceAll('\0', '')
  return (
    [before, before.replace(blanks, '')].some(
      (text) => isOf.some(([, test]) => test(text)) || startsWith(text, otherStarts),
    ) ||
    [zip, rar, sevenZip].some((start) => before.includes(start)) ||
    isTar(before) ||
    before.startsWith('ftyp', 4) ||
    before.startsWith('DICM', 128) ||
    markup.test(plain) ||
    script.test(plain)
  )
}

/** Matches blank bytes and byte-order marks, which programs skip before they look at a file. */
const blanks = /^(?:\s|\0|\xef\xbb\xbf|\xff\xfe|\xfe\xff)+/

/** The first bytes of programs, archives, pictures, sounds, films, fonts and databases. */
const otherStarts = [
  ...[
    'MZ',
    'ZM',
    '\x7fELF',
    '\xca\xfe\xba\xbe',
    '\0asm',
    'dex\n',
    'L\0\0\0\x01\x14\x02',
    '\xac\xed\0',
  ],
  ...['\xfe\xed\xfa', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe', 'FWS', 'CWS', 'ZWS', 'Cr24', 'ITSF'],
  ...[
    '\x1f\x8b',
    '\x1f\x9d',
    'BZh',
    '\xfd7zXZ',
    '\x28\xb5\x2f\xfd',
    'LZIP',
    'MSCF',
    'xar!',
    'PK\x05\x06',
  ],
  ...['!<arch>', '070701', '070702', '070707', 'SQLite format', '\x89HDF', '\xc5\xd0\xd3\xc6'],
  ...['\x89PNG', '\xff\xd8\xff', '8BPS', 'qoif', 'gimp xcf', '\xd7\xcd\xc6\x9a', 'AT&TFORM'],
  ...[
    '\0\0\x01\0',
    '\0\0\x02\0',
    '\0\0\0\x0cjP',
    '\xff\x4f\xff\x51',
    'RIFF',
    'RIFX',
    'FORM',
    'OggS',
  ],
  ...['ID3', 'fLaC', 'MThd', 'FLV\x01', '\x1a\x45\xdf\xa3', '\0\0\x01\xb3', '\0\0\x01\xba'],
  ...['wOFF', 'wOF2', 'OTTO', 'ttcf', '\0\x01\0\0\0'],
]

const isTar = (before: string) =>
  /^[0-7 ]{6,7}[\0 ]/.test(before.slice(100, 108)) || before.startsWith('ustar', 257)

/**
 * Matches what a browser reads as a tag, a comment or a declaration, but not "<ann@example.com>" in the head of an
 * email.
 */
const markup = /<(?:\/?[a-z][a-z\d:-]*(?=[\t\n\f\r />])|![-a-z[]|\?[a-z=]|%[@=\s])/i

/** Matches lines that a shell or a command line would run, and comments that could hide the rest of the file. */
const script = new RegExp(
  [
    // "@PJL" begins a line for a printer
    '(?:^|[\\r\\n\\xbf])[ \\t]*(?:#!|@(?!PJL)[a-z]{2}|::|:[a-z]{2}|\\{\\\\rtf|%!|\\$[a-z]+ ?[=(])',
    '(?:^|[\\r\\n\\xbf])[ \\t]*(?:rem|echo|set|setlocal|goto|call|start|cmd|powershell|eval|exec|import|function|var|let|const)[ \\t(]',
    '(?<!\\*)/\\*|<<[-~]?[\'"]?[a-z_]|\\n=begin|"""|\'\'\'',
  ].join('|'),
  'i',
)

const page =
  /<(?:!doctype|html|head|body|title|style|script|iframe|object|embed|table|svg|\?php|\?xml-stylesheet)[\s/>]/i

/** The size of a ZIP's last record with the longest possible comment. */
const archiveEnd = 64 * 1024 + 64

/** Keeps the last bytes of a file, and copies each byte at most twice, even if the pieces are small. */
function keepTail() {
  const tail = Buffer.alloc(2 * archiveEnd)
  let size = 0
  return {
    take(piece: Buffer) {
      const bytes = piece.subarray(-archiveEnd)
      if (size + bytes.length > tail.length) {
        tail.copyWithin(0, size - archiveEnd, size)
        size = archiveEnd
      }
      size += bytes.copy(tail, size)
    },
    bytes: () => tail.subarray(Math.max(0, size - archiveEnd), size),
  }
}

/**
 * Returns whether a ZIP's last record is at the end. A ZIP is read from its end, and most programs ignore what
 * follows.
 */
function endsAsArchive(end: Buffer): boolean {
  for (let at = end.indexOf('PK\x05\x06'); at >= 0; at = end.indexOf('PK\x05\x06', at + 1))
    // the archive is on a single disk, which these bytes almost never say by chance
    if (end.length - at >= 22 && end.readUInt32LE(at + 4) === 0) return true
  return false
}

type Reading = {
  take: (bytes: Buffer) => void
  outcome: (kind: AttachmentKind) => GateOutcome
}

const readings: Record<AttachmentKind, () => Reading> = {
  pdf: readPdf,
  png: () => readPicture(pngParts()),
  jpeg: () => readPicture(jpegParts()),
}

/** Reads a PDF. It may have several ends, and only data after the last one is not part of the document. */
function readPdf(): Reading {
  const behind = readBehind()
  let seen = Buffer.alloc(0)
  let hasEnd = false
  return {
    take(bytes) {
      const joined = Buffer.concat([seen, bytes])
      const at = joined.lastIndexOf('%%EOF')
      if (at >= 0) behind.begin()
      hasEnd ||= at >= 0
      if (hasEnd) behind.take(at >= 0 ? joined.subarray(at + 5) : bytes)
      seen = joined.subarray(-overlap)
    },
    outcome() {
      // an update of the document was not sent to its end
      if (!hasEnd || behind.has('object') || behind.has('pdf')) return { fault: 'cut' }
      return behind.has('archive') || behind.has('page') ? { fault: 'mixed' } : { kind: 'pdf' }
    },
  }
}

/**
 * `next` returns the position of the next part. It may be beyond the bytes, which skips them. `null` means that the
 * rest of the part has not arrived yet.
 */
type Parts = {
  next: (bytes: Buffer, at: number) => number | null
  state: { pixels: number | null; isBroken: boolean; hasEnd: boolean }
}

function readPicture({ next, state }: Parts): Reading {
  const behind = readBehind()
  let rest = Buffer.alloc(0)
  let skip = 0
  return {
    take(bytes) {
      if (state.isBroken) return
      if (state.hasEnd) return behind.take(bytes)
      if (skip >= bytes.length) {
        skip -= bytes.length
        return
      }
      const joined = Buffer.concat([rest, bytes.subarray(skip)])
      let at = 0
      while (at < joined.length && !state.hasEnd && !state.isBroken) {
        const to = next(joined, at)
        if (to === null) break
        at = to
      }
      skip = Math.max(0, at - joined.length)
      rest = joined.subarray(at)
      if (state.hasEnd) behind.take(rest)
    },
    outcome(kind) {
      const { pixels, isBroken, hasEnd } = state
      if (pixels !== null && pixels > mostPixels) return { fault: 'vast' }
      if (isBroken || !hasEnd || skip > 0 || pixels === null) return { fault: 'cut' }
      if (behind.has('archive') || behind.has('page') || behind.has('pdf'))
        return { fault: 'mixed' }
      return { kind }
    },
  }
}

/** IEND */
const pngEnd = 0x49454e44

/** Reads a PNG chunk by chunk: length, four letters, content, checksum. */
function pngParts(): Parts {
  const state: Parts['state'] = { pixels: null, isBroken: false, hasEnd: false }
  let isBegun = false
  return {
    state,
    next(bytes, at) {
      if (!isBegun) {
        if (bytes.length < 24) return null
        isBegun = true
        state.pixels = bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
        return 8
      }
      if (at + 8 > bytes.length) return null
      const [length, name] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      // the name of a chunk has four letters
      if ((name & 0xc0c0c0c0) !== 0x40404040) state.isBroken = true
      if (name !== pngEnd) return at + 12 + length
      // the last chunk has no content
      if (length > 0) state.isBroken = true
      if (at + 12 > bytes.length) return null
      state.hasEnd = true
      return at + 12
    },
  }
}

/**
 * Reads a JPEG segment by segment, and the coded picture byte by byte. Bytes that are no marker are skipped, as
 * viewers do.
 */
function jpegParts(): Parts {
  const state: Parts['state'] = { pixels: null, isBroken: false, hasEnd: false }
  let isCoded = false
  return {
    state,
    next(bytes, from) {
      let at = from
      while (at < bytes.length && bytes[at] !== 0xff) at += 1
      if (at + 1 >= bytes.length) return at > from ? at : null
      const marker = bytes[at + 1] ?? 0
      if (marker === 0xff) return at + 1
      if (isAlone(marker) || (isCoded && !mayFollowCoded(marker))) return at + 2
      if (marker === 0xd9) {
        state.hasEnd = true
        return at + 2
      }
      if (at + (isFrame(marker) ? 9 : 4) > bytes.length) return at > from ? at : null
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2) state.isBroken = true
      if (isFrame(marker)) state.pixels ??= bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      isCoded = marker === 0xda
      return at + 2 + length
    },
  }
}

/** The markers without a length: zero, TEM, the restarts and a second start. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * The markers that may follow a coded picture: tables, the next scan, comments, data of programs and the end. Any
 * other marker is noise.
 */
const mayFollowCoded = (marker: number) =>
  marker === 0xc4 ||
  (marker >= 0xd9 && marker <= 0xdf) ||
  (marker >= 0xe0 && marker <= 0xef) ||
  marker === 0xfe

/** Matches SOF0 to SOF15 without the tables among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The number of bytes that are read again with the next piece, because a word may lie across two pieces. */
const overlap = 64

type Hidden = 'archive' | 'page' | 'pdf' | 'object'

/** A ZIP counts only where the added data begins, because a film may contain its four bytes by chance. */
const hidden: [Hidden, (text: string, isFirst: boolean) => boolean][] = [
  [
    'archive',
    (text, isFirst) =>
      [rar, sevenZip].some((start) => text.includes(start)) ||
      (isFirst && text.replace(/^[\s\0]+/, '').startsWith(zip)),
  ],
  ['page', (text) => page.test(text)],
  ['pdf', (text) => /%pdf-/i.test(text)],
  ['object', (text) => /\d \d+ obj\b/.test(text)],
]

/** Looks for what must not be hidden after a file. Cameras add films, more pictures and notes there. */
function readBehind() {
  let seen = ''
  let isFirst = true
  const found = new Set<Hidden>()
  return {
    begin() {
      seen = ''
      isFirst = true
      found.clear()
    },
    take(bytes: Buffer) {
      const text = seen + bytes.toString('latin1')
      for (const [name, test] of hidden) if (test(text, isFirst)) found.add(name)
      // a text this short could still become the beginning of a ZIP
      isFirst &&= text.replace(/^[\s\0]+/, '').length < zip.length
      seen = text.slice(-overlap)
    },
    has: (name: Hidden) => found.has(name),
  }
}
