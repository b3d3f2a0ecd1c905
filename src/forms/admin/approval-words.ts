import { isAboveLimit, poundsText, readPounds } from './decisions.ts'

export const usualTerms = ['14 days net', '30 days net', '60 days net', 'Proforma']

/**
 * Returns the texts of the approval's dialog. `above` is in whole pounds, and `null` while one person may approve any
 * limit.
 */
export function approvalWords(
  creditLimit: string,
  { above, title, note }: { above: number | null; title: string; note: string },
) {
  const proposing = 'Propose the Approval'
  if (isAboveLimit(readPounds(creditLimit) ?? null, above))
    return {
      title: proposing,
      submit: proposing,
      note: `Above ${poundsText(above ?? 0)}: this proposes the approval. The customer is not told until a colleague confirms it.`,
    }
  const missingLimit =
    above !== null &&
    !creditLimit.trim() &&
    `Enter a credit limit too: above ${poundsText(above)} a second person has to confirm the approval.`
  return { title, submit: 'Approve & Send Email', note: missingLimit || note }
}
