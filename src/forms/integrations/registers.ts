export const registerNames = ['companies-house', 'hmrc'] as const
export type RegisterName = (typeof registerNames)[number]

export const registerLabels: Record<RegisterName, string> = {
  'companies-house': 'Companies House',
  hmrc: 'HMRC (VAT)',
}

export const registerTexts = {
  unknown: 'Choose a register',
  secret: 'Enter the key',
  clientId: 'Enter the client ID',
  notSet: 'Enter a key for this register under Settings, Integrations first',
  noNumber: {
    'companies-house': 'The application has no UK company number to ask about',
    hmrc: 'The application has no UK VAT number to ask about',
  },
  faults: {
    unreachable: 'could not be reached',
    refused: 'refused the key',
    busy: 'accepts no more requests for now',
    unreadable: 'gave an answer that cannot be read',
  },
} as const

export type RegisterFault = keyof typeof registerTexts.faults
