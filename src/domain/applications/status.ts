/** Application statuses (spec 4); completed and incomplete come only from imported data. */
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

/** A status in the words of the admin's table (spec 4). */
export const statusLabel = (status: string) => labels[status as Status] ?? status
