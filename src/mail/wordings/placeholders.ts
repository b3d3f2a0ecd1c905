/** What each placeholder stands for, as the editor explains it. */
export const placeholders = {
  company: 'the company’s name',
  'sales email': 'the company’s sales email address',
  telephone: 'the company’s telephone number',
  promise: 'how soon you promise to answer',
  reference: 'the reference of the application',
  business: 'the name of the business',
  'customer code': 'the customer code',
  section: 'the section of the form that was changed',
} as const

export type Placeholder = keyof typeof placeholders

/** What every email knows. */
export const common = ['company', 'sales email', 'telephone', 'promise'] as const

export const aboutApplication = [...common, 'reference', 'business'] as const

/** A placeholder as it is typed; its name is the first group. */
export const placeholderPattern = /\{([^{}]*)\}/g
