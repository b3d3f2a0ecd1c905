const room = Buffer.alloc(1024 * 1024)

/**
 * The bytes of a text that is given in pieces. Each is written by itself: one sign beyond Latin-1 makes a text take
 * several times as long, and with a title's dash it would be the whole page.
 */
export function encode(pieces: string[]): Uint8Array<ArrayBuffer> {
  const most = pieces.reduce((length, piece) => length + 3 * piece.length, 0)
  const place = most > room.length ? Buffer.alloc(most) : room
  let length = 0
  for (const piece of pieces) length += place.write(piece, length)
  const bytes = new Uint8Array(place.subarray(0, length))
  // nobody's page stays behind
  place.fill(0, 0, length)
  return bytes
}
