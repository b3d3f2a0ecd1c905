/** The five sections' names, as the tabs show them. */
export const sectionTitles = [
  'Business Info',
  'Directors',
  'Accounts',
  'Buyer Info',
  'Delivery',
] as const

export const sectionNumbers = [1, 2, 3, 4, 5] as const

export type SectionNumber = (typeof sectionNumbers)[number]

/** Whole percent of the registration at a section: its number by five. */
export const percentAt = (section: number) => (section / sectionNumbers.length) * 100
