/** Credit is paid on terms, cash is paid upfront. */
export const accountLabels = { credit: 'Credit account', cash: 'Cash account' }

export const businessTypes = [
  'PLC',
  'Private Ltd Co.',
  'Sole Trader',
  'Partnership',
  'LLP',
  'Other',
] as const

export const businessTypeLabels = Object.fromEntries(businessTypes.map((type) => [type, type]))
