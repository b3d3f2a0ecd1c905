/** Completed and incomplete come only with imported data. */
const labels = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
  incomplete: 'Incomplete',
}

/** Of an application, as it is stored. */
export type Status = keyof typeof labels

export const statuses = Object.keys(labels) as Status[]

export const statusLabel = (status: Status) => labels[status]
