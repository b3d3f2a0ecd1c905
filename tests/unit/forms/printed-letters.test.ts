import { expect, test } from 'vitest'
import { isPrinted, lettersWarning } from '#src/forms/fields/printed-letters.ts'
import { loadFonts } from '#src/pdf/fonts/fonts.ts'

test('knows the same letters in the form as in the documents', async () => {
  const hasGlyph = await loadFonts()
  const different = Array.from({ length: 0x30000 - 0x20 }, (_, at) => at + 0x20).filter(
    (codePoint) => hasGlyph(codePoint) !== isPrinted(codePoint),
  )
  expect(different).toEqual([])
})

test.each([
  ...[
    'Sample Ltd',
    'Żółć & Sons',
    'Παππάς',
    'Коваль',
    'Nguyễn',
    'हिन्दी',
    'ＡＢＣ Ltd',
    'Ⅷ',
    '𝐁𝐨𝐛',
    '½ № ™ ₹',
  ],
  ...['', 'a\nb', 'x\u0323\u0302', '\u200b'],
])('prints "%s"', (text) => {
  expect(lettersWarning(text)).toBeNull()
})

test.each([
  '株式会社',
  'سارة',
  'דוד',
  'สมชาย',
  'Sample 样本 Ltd',
  'გიორგი',
  'Արամ',
  '㈱',
  'A → B',
  '✓',
  '😀',
])('warns in the form about "%s"', (text) => {
  expect(lettersWarning(text)).toMatch(/^Our documents cannot print all of these letters/)
})
