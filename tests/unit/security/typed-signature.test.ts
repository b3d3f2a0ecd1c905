import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { drawTypedName } from '#src/pdf/document/typed-signature.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { readSignature } from '../../support/pdf/signatures.ts'

const require = createRequire(import.meta.url)
const fonts = {
  hand: require.resolve('@expo-google-fonts/caveat/600SemiBold/Caveat_600SemiBold.ttf'),
  plain: require.resolve(
    '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  ),
}
const names = [
  'Jo Sample',
  'Jo Samples',
  'Tomasz Żółć',
  'Γιώργος Παπαδόπουλος',
  'Анна Иванова',
  'Nguyễn Văn Mẫu',
  'Dr. Hubert Blaine Sampleson-Examplesworth, Managing Director and Company Secretary of Example',
  'X',
  '.',
]

describe('a typed name', () => {
  it.each(names)('%s is a signature of 600 by 200 with ink', (name) => {
    expect(read(name)).toMatchObject({ ok: true, width: 600, height: 200, hasInk: true })
  })

  it('looks different from every other name', () => {
    const pictures = names.map((name) => Buffer.from(drawTypedName(name, fonts)).toString('base64'))
    expect(new Set(pictures).size).toBe(names.length)
  })

  it('looks the same every time, however it is spaced or composed', () => {
    const composed = drawTypedName('Zoë Żółć', fonts)
    expect(drawTypedName(' Zoë\nŻółć  ', fonts)).toEqual(composed)
    expect(drawTypedName('Zoe\u0308  Z\u0307o\u0301łc\u0301', fonts)).toEqual(composed)
  })

  it('is handwriting where there is any, and otherwise letters, not boxes', () => {
    const plain = { hand: fonts.plain, plain: fonts.plain }
    expect(drawTypedName('Анна Jo', fonts)).not.toEqual(drawTypedName('Анна Jo', plain))
    expect(drawTypedName('αβγδ', fonts)).not.toEqual(drawTypedName('κλην', fonts))
    expect(drawTypedName('样本', fonts)).toEqual(drawTypedName('本样', fonts))
  })

  it('counts no further than 200 letters', () => {
    const most = 'Ab'.repeat(100)
    expect(drawTypedName(`${most}C`, fonts)).toEqual(drawTypedName(most, fonts))
  })

  it('is black on white, opaque, and keeps clear of the edges', () => {
    for (const name of [...names, 'W'.repeat(200), 'gÅ'.repeat(9), `a${'\u0301'.repeat(150)}`]) {
      const { left, top, right, bottom, coloured, clear } = look(drawTypedName(name, fonts))
      expect({ coloured, clear }).toEqual({ coloured: false, clear: false })
      expect(Math.min(left, top, 599 - right, 199 - bottom)).toBeGreaterThan(10)
    }
  })

  it('stands in the middle, and a short one is not blown up to the whole pad', () => {
    const { left, right, top, bottom } = look(drawTypedName('Jo', fonts))
    expect(Math.abs(left - (599 - right))).toBeLessThan(6)
    expect(Math.abs(top - (199 - bottom))).toBeLessThan(6)
    expect(bottom - top).toBeLessThan(100)
  })

  it('goes over more lines when it would become too small on one', () => {
    const long = 'Maximilian Featherstone-Example of Upper Sample and Lower Sample'
    const { top, bottom } = look(drawTypedName(long, fonts))
    const single = look(drawTypedName('Maximilian Featherstone-Example', fonts))
    expect(bottom - top).toBeGreaterThan(1.5 * (single.bottom - single.top))
  })

  it('is broken behind a space or a hyphen, not inside a word', () => {
    const png = drawTypedName('Maximilian Featherstonehaugh-Cholmondeley', fonts)
    const upper = look(png, 0, 85)
    const lower = look(png, 115, 200)
    expect(upper.right - upper.left).toBeGreaterThan(1.6 * (lower.right - lower.left))
    expect(lower.right).toBeGreaterThan(lower.left)
  })

  it('of no letters at all is a blank pad', () => {
    for (const name of ['', '   ', '\n\t', '\0', '\u200e']) {
      expect(read(name)).toMatchObject({ ok: true, hasInk: false })
    }
  })
})

describe('a name that the fonts cannot write', () => {
  it.each([
    ['Chinese', '样本'],
    ['Arabic', 'عينة'],
    ['emoji', '😀👩‍👩‍👧'],
    ['a lone surrogate', '\ud800'],
    ['a joiner alone', '\u200d'],
    ['a combining mark alone', '\u0301'],
    ['a variation selector alone', '\ufe0f'],
    ['a private letter', '\ue000'],
    ['no character', '\uffff'],
  ])('still leaves a mark: %s', (_name, name) => {
    expect(read(name)).toMatchObject({ ok: true, hasInk: true })
  })
})

describe('a hostile name', () => {
  it.each([
    '</text><image href="file:///etc/passwd"/>',
    '</text></g></svg>',
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
    '&amp;&lt;&#0;&nope;',
    ']]><![CDATA[',
    '<?xml version="1.0"?>',
    '--><script>alert(1)</script>',
    'NUL\0inside',
    '\ud800\udbff half \udc00',
    '\u202e reversed \u2066',
    'A'.repeat(10_000),
    '😀'.repeat(10_000),
    `a${'\u0301'.repeat(10_000)}`,
    '\u200d'.repeat(10_000),
  ])('is drawn as text: %j', (name) => {
    expect(read(name)).toMatchObject({ ok: true, hasInk: true })
  })

  it('puts no picture of the disk into the signature', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signature-'))
    try {
      const red = { width: 40, height: 40, depth: 8, colour: 2, pixel: () => [255, 0, 0] }
      const path = join(folder, 'r.png')
      writeFileSync(path, makePng(red))
      for (const href of [path, `file://${path}`, toDataUri(makePng(red))]) {
        const name = `</text><image href="${href}" width="600" height="200"/>`
        expect(look(drawTypedName(name, fonts)).coloured).toBe(false)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('differs from the name that its markup would have left', () => {
    expect(drawTypedName('Jo<tspan/>', fonts)).not.toEqual(drawTypedName('Jo', fonts))
    expect(drawTypedName('A&amp;B', fonts)).not.toEqual(drawTypedName('A&B', fonts))
  })
})

function read(name: string) {
  return readSignature(toDataUri(drawTypedName(name, fonts)))
}

/** Where the ink of these rows lies, in pixels, and whether any of it has a colour or lets the paper through. */
function look(png: Uint8Array, from = 0, to = 200) {
  const { data, width, channels } = decode(png)
  const seen = {
    left: Infinity,
    top: Infinity,
    right: -1,
    bottom: -1,
    coloured: false,
    clear: false,
  }
  for (let at = 0; at < data.length; at += channels) {
    const [red = 0, green, blue, alpha = 255] = data.subarray(at, at + channels)
    const [x, y] = [(at / channels) % width, Math.floor(at / channels / width)]
    if (red !== green || red !== blue) seen.coloured = true
    if (alpha !== 255) seen.clear = true
    if (red > 200 || y < from || y >= to) continue
    seen.left = Math.min(seen.left, x)
    seen.right = Math.max(seen.right, x)
    seen.top = Math.min(seen.top, y)
    seen.bottom = Math.max(seen.bottom, y)
  }
  return seen
}
