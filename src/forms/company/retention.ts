import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { counted } from '#src/forms/counted.ts'

/** The days after which applications are erased. `null` keeps them forever. */
export type Retention = { rejectedDays: number | null; closedDays: number | null }

export const retentionTexts = {
  badDays: 'Enter a whole number of days from 1 to 36,500',
  going: ({ rejected, closed }: { rejected: number; closed: number }) =>
    `With these days, ${counted(rejected, 'rejected application')} and ${counted(closed, 'closed account')} would be removed for good within the hour. Save again to start.`,
  stale: ({ rejectedDays, closedDays }: Retention) =>
    `Somebody has changed this since you opened the page. Now saved: rejected ${rejectedDays ?? 'never'}, closed ${closedDays ?? 'never'}. Check your entries and save again.`,
} as const

const dayCount = z
  .string()
  .trim()
  .regex(/^(|[1-9]\d{0,3}|[12]\d{4}|3[0-5]\d{3}|36[0-4]\d{2}|36500)$/, retentionTexts.badDays)
  .optional()
  .transform((text) => Number(text) || null)

export const retentionForm = ownPassword.extend({
  rejectedDays: dayCount,
  closedDays: dayCount,
  expected: z.string().catch(''),
  confirmed: z.string().catch(''),
})
