/** The result of the last check of the history, with its age in minutes. */
export type HistoryRecord = {
  events: number
  faults: number
  first: string | null
  head: string | null
  minutesAgo: number
}

/** One small line while the history is whole, an alert when it is not. */
export function HistoryLine({ history }: { history: HistoryRecord | null }) {
  if (!history) return <p className="history-line">History not checked yet</p>
  const { faults, first, head } = history
  const checked = `checked ${agoWords(history.minutesAgo)}`
  if (first !== null)
    return (
      <p className="notice notice-bad" role="alert">
        The history has been changed: {first}
        {faults > 1 && `, and ${faults - 1} more`} ({checked}). Please tell the person who runs the
        server.
      </p>
    )
  return (
    <p className="history-line">
      History whole, {checked}
      {head && `, head ${head.replaceAll(' ', '\u00a0')}`}
    </p>
  )
}

/** Whole minutes as people say them: "3 minutes ago". */
export function agoWords(minutes: number): string {
  if (minutes < 1) return 'just now'
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
