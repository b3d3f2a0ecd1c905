import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { readText } from '#src/forms/text.ts'
import { termsLengths } from './terms-parts.ts'

const inWords = (count: number) => count.toLocaleString('en-GB')

export const termsTexts = {
  missing: 'Enter the terms',
  unpublished:
    'The terms shown here are not those that the supplier published, so nothing was signed. Please contact the supplier.',
  tooLong: (length: number) =>
    `The terms must be ${inWords(termsLengths.text)} characters or fewer. These have ${inWords(length)}`,
  tooMany: `The terms must have ${termsLengths.parts} headings and clauses or fewer`,
  lineTooLong: (line: number) =>
    `Line ${line} must be ${inWords(termsLengths.clause)} characters or fewer`,
  date: 'Enter a date',
  stale:
    'Other terms have been published or have come into force since you opened this page. Your terms were not published. Read the other terms, then publish again to replace them.',
  past: 'Choose today or a later day',
} as const

/** Cleans the text line by line, because composing one long run of accents takes quadratic time. */
const source = z.string({ error: termsTexts.missing }).transform((input, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const length = input.replaceAll('\r\n', '\n').length
  if (length > 2 * termsLengths.text) return refuse(termsTexts.tooLong(length))
  const lines = input
    .replaceAll('\t', ' ')
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => readText(line, termsLengths.clause))
  const long = lines.indexOf(null)
  if (long >= 0) return refuse(termsTexts.lineTooLong(long + 1))
  const text = lines.join('\n').trim()
  if (text === '') return refuse(termsTexts.missing)
  if (text.length > termsLengths.text) return refuse(termsTexts.tooLong(text.length))
  return partsIn(text) > termsLengths.parts ? refuse(termsTexts.tooMany) : text
})

const partsIn = (text: string) =>
  text
    .split('\n')
    .filter((line, index, all) => isHeading(line) || (line !== '' && isBreak(all[index - 1])))
    .length

const isHeading = (line: string) => line.startsWith('# ')

const isBreak = (line = '') => line === '' || isHeading(line)

export const termsTextForm = z.object({ termsText: source })

export const termsPublishForm = termsTextForm.extend({
  ...ownPassword.shape,
  expected: z.string().catch(''),
  preview: z.string().catch(''),
  inForceFrom: z.string({ error: termsTexts.date }).pipe(z.iso.date({ error: termsTexts.date })),
})
