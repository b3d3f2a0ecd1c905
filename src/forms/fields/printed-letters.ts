import { lengths } from './field.ts'

/** The characters in the fonts of the documents, in hexadecimal. A test compares them with the font files. */
const ranges =
  '20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 900-97f 1ab0-1ac0 1ac5 1ac7-1ace 1c80-1c88 1d00-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e 2090-209c 20a0-20bf 20f0 2100-215f 2184 2189 2212 25cc 2c60-2c7f 2de0-2e5d a640-a69f a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a8ff a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff fffc-fffd 10780-10785 10787-107b0 107b2-107ba 1df00-1df1e'

const printed = ranges.split(' ').map((range) => {
  const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16))
  return [from, to] as const
})

export const isPrinted = (codePoint: number) =>
  printed.some(([from, to]) => from <= codePoint && codePoint <= to)

/** Marks and joiners do not count, because the letter before them is printed without them. */
const unseen = /[\s\p{M}\p{Cc}\p{Cf}]/u

const lacks = (letter: string) => !unseen.test(letter) && !isPrinted(letter.codePointAt(0) ?? 0)

/**
 * Returns a warning or `null`; the answer is kept either way. Full-width letters and the like are printed in their
 * plain form. A text that is too long is not read here, because composing it takes long and the form refuses it
 * anyway.
 */
export function lettersWarning(text: string): string | null {
  const isLacking = [...text.slice(0, lengths.area).normalize('NFC')].some(
    (letter) => lacks(letter) && [...letter.normalize('NFKC')].some(lacks),
  )
  return isLacking
    ? 'Our documents cannot print all of these letters: a mark takes their place. If there is a spelling in Latin letters, add it.'
    : null
}
