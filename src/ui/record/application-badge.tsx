type Badge = { tone: BadgeTone; label: string }

const known: Record<string, Badge> = {
  submitted: { tone: 'open', label: 'Submitted' },
  approved: { tone: 'good', label: 'Approved' },
  rejected: { tone: 'bad', label: 'Rejected' },
  completed: { tone: 'good', label: 'Completed' },
}

const nearlyDone = 80

export function tableBadge(status: string | null, completionPercentage: number | null): Badge {
  const badge = known[status ?? '']
  if (badge) return badge
  return (completionPercentage ?? 0) >= nearlyDone
    ? { tone: 'waiting', label: 'In Progress' }
    : { tone: 'quiet', label: 'Incomplete' }
}

/** Yellow with the raw status unless it is decided. */
export function updateBadge(status: string): Badge {
  const decided = status === 'approved' || status === 'rejected' ? known[status] : undefined
  return decided ?? { tone: 'waiting', label: status }
}

export type BadgeTone = 'good' | 'bad' | 'waiting' | 'open' | 'quiet'

export function StatusBadge({ tone, label }: { tone: BadgeTone; label: string }) {
  return <span className={`badge badge-${tone}`}>{label}</span>
}
