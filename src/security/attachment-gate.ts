/** What a customer may attach, by the content of the file. */
type AttachmentKind = 'pdf' | 'png' | 'jpeg'

/** Why a file is refused by its content. */
export type AttachmentFault = 'empty' | 'unknown' | 'cut' | 'mixed' | 'vast'

/** How much of a file's beginning and end `gateAttachment` needs, in bytes. */
export const gateNeeds = { start: 256 * 1024, end: 64 * 1024 + 64 }

/** More pixels than any camera or scanner makes: such a picture is made to fill the memory of who opens it. */
const mostPixels = 200_000_000

/**
 * Returns what a file is by its beginning and its end, or why it is refused. Nothing is unpacked, or parsed beyond the
 * size of a picture.
 */
export function gateAttachment(
  start: Buffer,
  end: Buffer,
): { kind: AttachmentKind } | { fault: AttachmentFault } {
  if (start.length === 0) return { fault: 'empty' }
  const kind = kindOf(start)
  if (!kind) return { fault: 'unknown' }
  if (endsAsArchive(end) || (kind !== 'pdf' && start.subarray(0, 1024).includes('%PDF-')))
    return { fault: 'mixed' }
  if (!ends[kind](end)) return { fault: holdsEnd[kind](end) ? 'mixed' : 'cut' }
  if (kind === 'pdf') return { kind }
  const pixels = kind === 'png' ? pixelsOfPng(start) : pixelsOfJpeg(start)
  if (pixels === null) return { fault: 'cut' }
  return pixels > mostPixels ? { fault: 'vast' } : { kind }
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const pngEnd = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1')
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
const jpegEnd = Buffer.from([0xff, 0xd9])

function kindOf(start: Buffer): AttachmentKind | null {
  if (/^%PDF-[12]\.\d/.test(start.toString('latin1', 0, 8))) return 'pdf'
  if (start.subarray(0, pngStart.length).equals(pngStart)) return 'png'
  return start.subarray(0, 3).equals(jpegStart) ? 'jpeg' : null
}

/** Whether a file ends where its format ends. Some cameras pad with zeros; Samsung's write a block of their own after a JPEG. */
const ends: Record<AttachmentKind, (end: Buffer) => boolean> = {
  pdf: (end) => /%%EOF[\s\0]*$/.test(end.toString('latin1', end.length - 1024)),
  png: (end) => end.subarray(-pngEnd.length).equals(pngEnd),
  jpeg: (end) => /(\xff\xd9\0*|SEFT)$/.test(end.toString('latin1', end.length - 4096)),
}

/** The format ends before the file does, so that something else follows. */
const holdsEnd: Record<AttachmentKind, (end: Buffer) => boolean> = {
  pdf: (end) => end.includes('%%EOF'),
  png: (end) => end.includes(pngEnd),
  jpeg: (end) => end.includes(jpegEnd),
}

/** A ZIP is read from its end, by its last record; most programs ignore what follows. */
function endsAsArchive(end: Buffer): boolean {
  for (let at = end.indexOf('PK\x05\x06'); at >= 0; at = end.indexOf('PK\x05\x06', at + 1))
    // an archive on one disk: as good as never by chance
    if (end.length - at >= 22 && end.readUInt32LE(at + 4) === 0) return true
  return false
}

const pixelsOfPng = (start: Buffer) =>
  start.length < 24 ? null : start.readUInt32BE(16) * start.readUInt32BE(20)

/** Walks the segments up to the frame header, which has the size; `null` when there is none. */
function pixelsOfJpeg(start: Buffer): number | null {
  for (let at = 2; at + 9 <= start.length; ) {
    if (start[at] !== 0xff) return null
    const marker = start[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return start.readUInt16BE(at + 5) * start.readUInt16BE(at + 7)
    else at += 2 + Math.max(2, start.readUInt16BE(at + 2))
  }
  return null
}

/** SOF0 to SOF15 without the tables that have numbers among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
