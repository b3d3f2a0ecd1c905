type AttachmentKind = 'pdf' | 'png' | 'jpeg'

type AttachmentFault = 'empty' | 'unknown' | 'cut' | 'mixed' | 'vast'

/** `found` names a kind that is not taken. */
export type GateOutcome = { kind: AttachmentKind } | { fault: AttachmentFault; found?: FoundKind }

export type AttachmentGate = { take: (bytes: Buffer) => void; outcome: () => GateOutcome }

/** More than any camera or scanner makes: such a picture would fill the reader's memory. */
const mostPixels = 200_000_000

/**
 * Judges a file while it arrives, in pieces of any size. Pictures are followed part by part to their end, nothing is
 * unpacked. What viewers skip may stand before a PDF and behind all kinds, but neither an archive nor a page.
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

/** Readers look for a PDF's first line this far. */
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
 * A picture that is a PDF as well, or a PDF in another kind of file. Printers, mail programs, servers and scanners put
 * lines or bytes of their own before a PDF's head, and viewers skip them; but no file of another kind may begin there,
 * and nothing that a browser or a command line would run.
 */
function holdsOtherKind(kind: AttachmentKind, head: Buffer): boolean {
  const text = head.toString('latin1')
  if (kind !== 'pdf') return text.includes('%PDF-')
  const before = text.slice(0, text.search(pdfHead))
  // UTF-16 is such text as well
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

/** Blank bytes and byte-order marks, which programs skip before they look at a file. */
const blanks = /^(?:\s|\0|\xef\xbb\xbf|\xff\xfe|\xfe\xff)+/

/** Programs, packed files, pictures, sounds, films, fonts and databases. */
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

/** What a browser takes for a tag, a comment or a declaration. "<ann@example.com>" in the head of an email is none. */
const markup = /<(?:\/?[a-z][a-z\d:-]*(?=[\t\n\f\r />])|![-a-z[]|\?[a-z=]|%[@=\s])/i

/** Lines that a shell or a command line would run, and comments in which the rest of the file would lie. */
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

/** A ZIP's last record and the longest comment behind it. */
const archiveEnd = 64 * 1024 + 64

/** The last bytes of a file, each copied once or twice, however small its pieces are. */
function keepTail() {
  const kept = Buffer.alloc(2 * archiveEnd)
  let size = 0
  return {
    take(piece: Buffer) {
      const bytes = piece.subarray(-archiveEnd)
      if (size + bytes.length > kept.length) {
        kept.copyWithin(0, size - archiveEnd, size)
        size = archiveEnd
      }
      size += bytes.copy(kept, size)
    },
    bytes: () => kept.subarray(Math.max(0, size - archiveEnd), size),
  }
}

/** A ZIP is read from its end, by its last record; most programs ignore what follows. */
function endsAsArchive(end: Buffer): boolean {
  for (let at = end.indexOf('PK\x05\x06'); at >= 0; at = end.indexOf('PK\x05\x06', at + 1))
    // an archive on one disk: as good as never by chance
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

/** A PDF may have several ends; only what comes behind the last one is not part of it. */
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
      // an update of the document that was not sent to its end
      if (!hasEnd || behind.has('object') || behind.has('pdf')) return { fault: 'cut' }
      return behind.has('archive') || behind.has('page') ? { fault: 'mixed' } : { kind: 'pdf' }
    },
  }
}

/** `next` returns how far to go on: beyond the bytes it was given to skip a part, `null` when the rest of a part is missing. */
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

/** Chunk by chunk: length, four letters, content, checksum. */
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
      // four letters
      if ((name & 0xc0c0c0c0) !== 0x40404040) state.isBroken = true
      if (name !== pngEnd) return at + 12 + length
      // the last part has no content
      if (length > 0) state.isBroken = true
      if (at + 12 > bytes.length) return null
      state.hasEnd = true
      return at + 12
    },
  }
}

/** Segment by segment, and byte by byte through the coded picture; readers skip what is no marker. */
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

/** Nought, TEM, the restarts and a second start have no length. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Tables, the next scan, comments, data of programs and the end; anything else is noise in the picture. */
const mayFollowCoded = (marker: number) =>
  marker === 0xc4 ||
  (marker >= 0xd9 && marker <= 0xdf) ||
  (marker >= 0xe0 && marker <= 0xef) ||
  marker === 0xfe

/** SOF0 to SOF15 without the tables among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The longest word that is looked for may lie across two pieces. */
const overlap = 64

type Hidden = 'archive' | 'page' | 'pdf' | 'object'

/** Of a ZIP, four bytes that a film may hold by chance, the first place counts; its end is looked for by itself. */
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

/** Looks for what nobody may hide behind a file: cameras put films, further pictures and notes of their own there. */
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
      // as long as a short start could still become a longer word
      isFirst &&= text.replace(/^[\s\0]+/, '').length < zip.length
      seen = text.slice(-overlap)
    },
    has: (name: Hidden) => found.has(name),
  }
}
