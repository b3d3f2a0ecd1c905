/** Returns a text such as "1 row" or "2,000 rows". */
export const counted = (count: number, one: string, several = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`
