/** "1 row", "2,000 rows". */
export const counted = (count: number, one: string, several = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`
