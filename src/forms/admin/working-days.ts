/** Days after `from` up to `to`, both `YYYY-MM-DD`; working days are ISO weekdays. */
export function workingDaysBetween(from: string, to: string, workingDays: number[]): number {
  const day = 86_400_000
  const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  const days = Math.max(0, Math.round((end - start) / day))
  const weeks = Math.floor(days / 7)
  let count = weeks * workingDays.length
  for (let at = start + (weeks * 7 + 1) * day; at <= end; at += day) {
    if (workingDays.includes(new Date(at).getUTCDay() || 7)) count += 1
  }
  return count
}
