/** Account types (spec 9): credit is paid on terms, cash is paid upfront. */
export const accountTypes = ['credit', 'cash'] as const

/** Business types in the specification's order (spec 2, Registration form). */
export const businessTypes = [
  'PLC',
  'Private Ltd Co.',
  'Sole Trader',
  'Partnership',
  'LLP',
  'Other',
] as const

/** The five sections' names, as the tabs say them (spec 2, Registration form). */
export const sectionTitles = [
  'Business Info',
  'Directors',
  'Accounts',
  'Buyer Info',
  'Delivery',
] as const

export const sectionNumbers = [1, 2, 3, 4, 5] as const

/** Whole percent of the registration at a section: its number by five (spec 9). */
export const percentAt = (section: number) => (section / sectionNumbers.length) * 100
