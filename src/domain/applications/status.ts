/** Application statuses; completed and incomplete come only with imported data (rule 110). */
export const statuses = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'completed',
  'incomplete',
] as const
export type Status = (typeof statuses)[number]

const labels: Record<Status, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
  incomplete: 'Incomplete',
}

/** A status in the words of the admin's table. */
export const statusLabel = (status: string) => labels[status as Status] ?? status
