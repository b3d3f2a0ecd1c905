let room = Buffer.alloc(256 * 1024)

/**
 * The bytes of a text that is given in pieces. Each is written by itself: one sign beyond Latin-1 makes a text take
 * several times as long, and with a title's dash it would be the whole page.
 */
export function encode(pieces: string[]): Uint8Array<ArrayBuffer> {
  const most = pieces.reduce((length, piece) => length + 3 * piece.length, 0)
  if (most > room.length) room = Buffer.alloc(most)
  let length = 0
  for (const piece of pieces) length += room.write(piece, length)
  return new Uint8Array(room.subarray(0, length))
}
