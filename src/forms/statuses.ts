/** Only imported applications are completed or incomplete. */
const labels = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
  incomplete: 'Incomplete',
}

/** The status of an application, as it is stored. */
export type Status = keyof typeof labels

export const statuses = Object.keys(labels) as Status[]

export const statusLabel = (status: Status) => labels[status]
