/** Errors that belong to no single field of the table. */
export const messages = {
  previousAddress: 'Previous address is required',
  noDirector: 'At least one director name is required',
  tooLong: (max: number) => `Use ${max} characters or fewer`,
} as const
