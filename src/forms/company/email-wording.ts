import { z } from 'zod'
import { cleanedText, requiredText } from '#src/forms/text-schema.ts'

/** What can be changed in an email, in the order of the screen. */
export const wordingFields = ['subject', 'before', 'after'] as const

export const wordingTexts = {
  noSubject: 'Subject is required',
  badText: 'must be text',
  noTelephone: 'There is no telephone number under Company yet, so {telephone} cannot be used',
  stale:
    'The words have been changed since you opened this page. Nothing was saved. Check your entries and save again.',
  savedMeanwhile: (value: string | null) =>
    value ? `Now saved: ${value.replaceAll(/\n+/g, ' / ')}` : 'Now saved: nothing',
} as const

const paragraph = cleanedText(800, { error: wordingTexts.badText, area: true })

/** The words of one email as they are sent. */
export const wordingSchema = z.object({
  subject: requiredText(150, { error: wordingTexts.noSubject }),
  before: paragraph,
  after: paragraph,
})

export type WordingInput = z.infer<typeof wordingSchema>
