/** Account types: credit is paid on terms, cash is paid upfront. */
export const accountTypes = ['credit', 'cash'] as const

/** Business types, in the form's order. */
export const businessTypes = [
  'PLC',
  'Private Ltd Co.',
  'Sole Trader',
  'Partnership',
  'LLP',
  'Other',
] as const

/** The five sections' names, as the tabs say them. */
export const sectionTitles = [
  'Business Info',
  'Directors',
  'Accounts',
  'Buyer Info',
  'Delivery',
] as const

export const sectionNumbers = [1, 2, 3, 4, 5] as const

/** The percent of a section: its number divided by five (rule 18). */
export const percentAt = (section: number) => (section / sectionNumbers.length) * 100
