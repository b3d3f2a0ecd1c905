/** A month in which nothing was begun has no rate: 0 % would say that everybody gave up. */
export const shownMonths = <Month extends { started: number }>(months: readonly Month[]): Month[] =>
  months.filter(({ started }) => started > 0)
