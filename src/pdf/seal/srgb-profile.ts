/** Returns an ICC profile (version 4) of the sRGB colour space, made from the numbers that IEC 61966-2-1 publishes. */
export function srgbProfile(): Uint8Array {
  const curve = tag('para', u16(3), u16(0), ...transferCurve.map(fixed))
  const tags: [string, Uint8Array][] = [
    ['desc', text('sRGB')],
    ['cprt', text('No copyright, use freely')],
    ['wtpt', xyz(white)],
    ['chad', tag('sf32', ...adaptation.map(fixed))],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const start = 128 + 4 + 12 * tags.length
  const bodies = [...new Set(tags.map(([, body]) => body))]
  const offsetOf = (body: Uint8Array) =>
    start + Buffer.concat(bodies.slice(0, bodies.indexOf(body))).length
  const table = tags.map(([name, body]) =>
    Buffer.concat([ascii(name), u32(offsetOf(body)), u32(body.length)]),
  )
  const rest = Buffer.concat([u32(tags.length), ...table, ...bodies])
  return Buffer.concat([header(128 + rest.length), rest])
}

/** In CIE XYZ, adapted by Bradford's method to the white D50 that profiles connect through. */
const white = [0.9642, 1, 0.8249]
const red = [0.43606567, 0.2224884, 0.01391602]
const green = [0.38514709, 0.71687317, 0.09707642]
const blue = [0.14306641, 0.06060791, 0.71409607]
const adaptation = [
  ...[1.04788208, 0.0229187, -0.05021667],
  ...[0.02958679, 0.99047852, -0.01707458],
  ...[-0.00923157, 0.01507568, 0.75167847],
]
/** Exponent, then the straight part near black. */
const transferCurve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

function header(size: number): Uint8Array {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x0420_0000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  Buffer.concat(white.map(fixed)).copy(bytes, 68)
  return bytes
}

function text(value: string): Uint8Array {
  const letters = Buffer.from(value, 'utf16le').swap16()
  const record = [ascii('enUS'), u32(letters.length), u32(28)]
  return tag('mluc', u32(1), u32(12), ...record, letters)
}

const xyz = (numbers: number[]) => tag('XYZ ', ...numbers.map(fixed))

/** A tag begins at a multiple of four. */
function tag(type: string, ...parts: Uint8Array[]): Uint8Array {
  const body = Buffer.concat([ascii(type), u32(0), ...parts])
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}

const ascii = (value: string) => Buffer.from(value, 'latin1')
const u16 = (value: number) => Buffer.from([value >> 8, value & 255])

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A signed number with sixteen bits after the point. */
function fixed(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65536))
  return bytes
}
