import { describe, expect, test } from 'vitest'
import { cleanText } from '#src/forms/text.ts'

const line = (text: string) => cleanText(text, false)
const area = (text: string) => cleanText(text, true)

describe('what a person typed', () => {
  test.each([
    ['blanks around it are cut', '  Example Ltd \t', 'Example Ltd'],
    ['letters and their marks become one character', 'Cafe\u0301', 'Café'],
    ['a zero-width space goes', 'Exam\u200bple', 'Example'],
    ['a soft hyphen goes', 'Exam\u00adple', 'Example'],
    ['direction marks go', '\u202eelpmaxE\u202c \u2066Ltd\u2069', 'elpmaxE Ltd'],
    ['a byte-order mark goes', '\ufeffExample', 'Example'],
    ['NUL and other controls go', 'Ex\u0000am\u001bple\u007f\u0085', 'Example'],
    ['half of an emoji goes', 'a\ud83db', 'ab'],
    ['the other half too', 'a\ude00b', 'ab'],
    ['a whole emoji stays', 'a😀b', 'a😀b'],
    ['letters of other scripts stay', 'Łódź Ωmega 株式会社 مثال', 'Łódź Ωmega 株式会社 مثال'],
    ['joiners that a script needs stay', 'न\u200dम می\u200cخواهم', 'न\u200dम می\u200cخواهم'],
    [
      'quotes, ampersands and tags are text',
      `O'Brien & <b>Sons</b> "Ltd"`,
      `O'Brien & <b>Sons</b> "Ltd"`,
    ],
    ['nothing stays nothing', ' \u200b\u0000 ', ''],
  ])('%s', (_, typed, kept) => {
    expect(line(typed)).toBe(kept)
    expect(area(typed)).toBe(kept)
  })

  test('in a line has its breaks as blanks', () => {
    expect(line('1 High Street\r\nLeeds\n\n\tYorkshire\u2028UK')).toBe(
      '1 High Street Leeds Yorkshire UK',
    )
  })

  test('in an address keeps its breaks, all of one kind', () => {
    expect(area(' 1 High Street\r\nLeeds\rYorkshire\u2028UK\u2029\n')).toBe(
      '1 High Street\nLeeds\nYorkshire\nUK',
    )
  })

  test('is the same when it is cleaned again', () => {
    for (const text of ['  Cafe\u0301\u200b ', 'a\r\nb', '\u202e x \u0000 '])
      for (const clean of [line, area]) expect(clean(clean(text))).toBe(clean(text))
  })
})
