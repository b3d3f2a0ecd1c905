/**
 * Leaves out months in which nobody started an application, because a rate of 0 % would say that everybody gave up.
 * Months whose answer has no `started` are all shown.
 */
export const shownMonths = <Month extends { started?: number }>(
  months: readonly Month[],
): Month[] => months.filter(({ started }) => started !== 0)
