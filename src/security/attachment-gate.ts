type AttachmentKind = 'pdf' | 'png' | 'jpeg'

type AttachmentFault = 'empty' | 'unknown' | 'cut' | 'mixed' | 'vast'

/** Bytes of a file's beginning and end. */
export const gateNeeds = { start: 256 * 1024, end: 64 * 1024 + 64 }

/** More than any camera or scanner makes: such a picture would fill the reader's memory. */
const mostPixels = 200_000_000

/** By a file's two ends. Nothing is unpacked, or parsed beyond a picture's size. */
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

/** Some cameras pad with zeros; Samsung's append a block to a JPEG. */
const ends: Record<AttachmentKind, (end: Buffer) => boolean> = {
  pdf: (end) => /%%EOF[\s\0]*$/.test(end.toString('latin1', end.length - 1024)),
  png: (end) => end.subarray(-pngEnd.length).equals(pngEnd),
  jpeg: (end) => /(\xff\xd9\0*|SEFT)$/.test(end.toString('latin1', end.length - 4096)),
}

/** The format ends before the file does: something else follows. */
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

/** The size is in the frame header. */
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

/** SOF0 to SOF15 without the tables among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
