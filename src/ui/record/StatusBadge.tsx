export type BadgeTone = 'good' | 'bad' | 'waiting' | 'open' | 'quiet'

/** A status in words, with a colour and a shape of its own; which words is the caller's matter. */
export function StatusBadge({ tone, label }: { tone: BadgeTone; label: string }) {
  return <span className={`badge badge-${tone}`}>{label}</span>
}
