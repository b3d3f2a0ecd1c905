import { describe, expect, it } from 'vitest'
import { drawSignature } from '#src/pdf/document/drawings.ts'
import { loadFonts } from '#src/pdf/fonts/fonts.ts'
import { toDataUri } from '#src/security/png.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { decoded } from '../../support/pdf/signatures.ts'

const hasGlyph = await loadFonts()

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
  it.each(names)('draws %s as a signature of 600 by 200 with ink', (name) => {
    expect(read(name)).toMatchObject({ ok: true, width: 600, height: 200, hasInk: true })
  })

  it('draws a typed name in handwriting where there is any, or else in letters', () => {
    expect(read('αβγδ')).not.toEqual(read('κλην'))
  })

  it('draws a name in wide letters as in plain ones', () => {
    expect(read('Ｊｏ Ｓａｍｐｌｅ')).toEqual(read('Jo Sample'))
  })

  it.each(['样本', 'محمد', 'สมชาย', 'Jo 😀 Sample', '\ud800 half'])(
    'refuses %s, which would be drawn as boxes',
    (name) => expect(read(name)).toEqual({ ok: false, reason: 'unwritable' }),
  )

  it('draws a name without letters as a blank pad', () => {
    for (const name of ['', '   ', '\n\t', '\0', '\u200e', '\u200d'.repeat(10_000)]) {
      expect(read(name)).toMatchObject({ ok: true, hasInk: false })
    }
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
    '\u202e reversed \u2066',
    'A'.repeat(10_000),
    `a${'\u0301'.repeat(10_000)}`,
  ])('draws a hostile name as text: %j', (name) => {
    expect(read(name)).toMatchObject({ ok: true, hasInk: true })
  })

  it('lets a hostile name put no picture into the signature, which stays black on white', () => {
    const red = { width: 40, height: 40, depth: 8, colour: 2, pixel: () => [255, 0, 0] }
    const href = toDataUri(makePng(red))
    const name = `</text><image href="${href}" width="600" height="200"/>`
    expect(decoded(read(name))).toMatchObject({ channels: 1 })
  })
})

const read = (name: string) => drawSignature(name, hasGlyph)
