import { z } from 'zod'
import { cleanedText, requiredText } from '#src/forms/text-schema.ts'
import { versionedSave } from './company.ts'

export const wordingFields = ['subject', 'before', 'after'] as const

export const wordingTexts = {
  noSubject: 'Subject is required',
  badText: 'must be text',
  noTelephone: 'There is no telephone number under Company yet, so {telephone} cannot be used',
  promisesFile:
    'Your wording says that something is attached. No file is attached until the customer has confirmed the email address by choosing a password. The email itself says whether the document is attached, and where it is otherwise.',
  stale:
    'The words have been changed since you opened this page. Nothing was saved. Check your entries and save again.',
  nowSaved: (value: string | null) =>
    value ? `Now saved: ${value.replaceAll(/\n+/g, ' / ')}` : 'Now saved: nothing',
} as const

type ReadWords = (typed: string) => { text: string; problem: string | null }

export function wordingSchema(readWords: ReadWords = (text) => ({ text, problem: null })) {
  const readOrRefuse = (input: string, context: z.RefinementCtx) => {
    const { text, problem } = readWords(input)
    if (problem === null) return text
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  }
  const paragraph = () => cleanedText(800, { error: wordingTexts.badText, area: true }).default('')
  return versionedSave.extend({
    subject: requiredText(150, { error: wordingTexts.noSubject }).transform(readOrRefuse),
    before: paragraph().transform(readOrRefuse),
    after: paragraph().transform(readOrRefuse),
  })
}

export type WordingInput = Record<(typeof wordingFields)[number], string>
