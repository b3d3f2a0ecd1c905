export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)

/** In words for the person, rounded up. */
export function tryAgain(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'Please try again in a minute'
  if (minutes <= 120) return `Please try again in ${minutes} minutes`
  return `Please try again in ${Math.ceil(minutes / 60)} hours`
}
