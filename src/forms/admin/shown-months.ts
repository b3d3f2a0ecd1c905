/**
 * A month in which nothing was begun has no rate: 0 % would say that everybody gave up. An answer that does not say how
 * many were started shows all of its months.
 */
export const shownMonths = <Month extends { started?: number }>(
  months: readonly Month[],
): Month[] => months.filter(({ started }) => started !== 0)
