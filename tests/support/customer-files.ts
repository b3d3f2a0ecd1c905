/** The shortest row that can be imported. */
export const heading = 'Customer code,Business name,Main email'

/** So many rows that are in order, the first numbered `from`. */
export const customerRows = (count: number, from = 1) =>
  Array.from(
    { length: count },
    (_, at) => `C${from + at},Existing ${from + at} Ltd,office@existing${from + at}.example`,
  )

export const csvOf = (...rows: string[]) => [heading, ...rows].join('\r\n')
