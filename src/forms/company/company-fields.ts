export type CompanyFieldSpec = {
  label: string
  hint?: string
  control: 'text' | 'area' | 'email' | 'tel' | 'url'
  autoComplete?: string
  required?: true
}

/** How each of the supplier's own details is asked for, in the order of the screen. */
export const companyFields = {
  name: {
    label: 'Company name',
    hint: 'Shown on every page, email and document',
    control: 'text',
    autoComplete: 'organization',
    required: true,
  },
  registeredAddress: { label: 'Registered address (optional)', control: 'area' },
  companyNumber: { label: 'Company number (optional)', control: 'text' },
  vatNumber: { label: 'VAT number (optional)', control: 'text' },
  telephone: { label: 'Telephone (optional)', control: 'tel', autoComplete: 'tel' },
  salesEmail: {
    label: 'Sales email address',
    hint: 'Shown as help on every page; replies to emails go there',
    control: 'email',
    required: true,
  },
  privacyUrl: {
    label: 'Web address of your privacy notice (optional)',
    hint: 'Such as https://www.example.com/privacy',
    control: 'url',
  },
} satisfies Record<string, CompanyFieldSpec>

export type CompanyField = keyof typeof companyFields

export const companyFieldNames = Object.keys(companyFields) as CompanyField[]

export const companySpec = (field: CompanyField): CompanyFieldSpec => companyFields[field]

export const companyTexts = {
  noName: 'Company name is required',
  badText: 'must be text',
  badTelephone: 'Enter a telephone number such as +44 20 7946 0000',
  badEmail: 'Invalid email address',
  badUrl: 'Enter a web address that begins with https:// or http://',
  stale:
    'The details have been changed since you opened this page. Nothing was saved. Check your entries and save again.',
  savedMeanwhile: (value: string | null) =>
    value === null ? 'Now saved: nothing' : `Now saved: ${value.replaceAll('\n', ', ')}`,
} as const
