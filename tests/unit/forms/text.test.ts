import { describe, expect, test, vi } from 'vitest'
import { readText } from '#src/forms/text.ts'

const line = (text: string) => readText(text, 200)
const area = (text: string) => readText(text, 1000, true)

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
    ['a mark finds its letter across a zero-width space', 'e\u200b\u0301', 'é'],
    ['word joiners and C1 controls go', 'Bo\u2060 Sample\u009f\u200f', 'Bo Sample'],
    ['nothing stays nothing', ' \u200b\u0000 ', ''],
    ['joiners and fillers alone are nothing', '\u200d \u200c\u3164\ufe0f', ''],
    ['blanks of Braille alone are nothing', '\u2800\u2800', ''],
    ['a blank in Braille stays', '⠓⠊⠀⠁⠇⠇', '⠓⠊⠀⠁⠇⠇'],
  ])('cleans what a person typed: %s', (_, typed, kept) => {
    expect(line(typed)).toBe(kept)
    expect(area(typed)).toBe(kept)
  })

  test('turns line breaks in a line into spaces', () => {
    expect(line('1 High Street\r\nLeeds\n\n\tYorkshire\u2028UK')).toBe(
      '1 High Street Leeds Yorkshire UK',
    )
  })

  test('keeps the line breaks of an address, all of one kind', () => {
    expect(area(' 1 High Street\r\nLeeds\rYorkshire\u2028UK\u2029\n')).toBe(
      '1 High Street\nLeeds\nYorkshire\nUK',
    )
  })

  test('accepts a text of twice its length when separately typed accents are combined', () => {
    expect(line('e\u0301'.repeat(200))).toBe('é'.repeat(200))
    expect(line(`${'e\u0301'.repeat(200)} `)).toBeNull()
    expect(line('e'.repeat(201))).toBeNull()
    expect(area('a\r\n'.repeat(500).trim())).toBe('a\n'.repeat(500).trim())
  })

  test('measures a text before its accents are combined', () => {
    const composed = vi.spyOn(String.prototype, 'normalize')
    expect(line(`a${'\u0301'.repeat(400)}`)).toBeNull()
    expect(composed).not.toHaveBeenCalled()
    composed.mockRestore()
  })
})
