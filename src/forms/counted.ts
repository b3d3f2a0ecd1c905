/** Returns a text such as "1 row" or "2,000 rows". */
export const counted = (count: number, singular: string, several = `${singular}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? singular : several}`
