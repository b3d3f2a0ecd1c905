import type { Field } from './field.ts'

/** Section 4: who buys. */
export const buyerFields = {
  buyerName: {
    type: 'line',
    label: 'Buyer name',
    message: 'Buyer name is required',
    autoComplete: 'section-buyer name',
    card: ['Buyer Information', 1],
  },
  buyerEmail: {
    type: 'email',
    label: 'Buyer email',
    message: 'Valid buyer email is required',
    autoComplete: 'section-buyer work email',
    card: ['Buyer Information', 2],
  },
  buyerTelephone: {
    type: 'tel',
    label: 'Buyer telephone',
    message: 'Buyer telephone is required',
    autoComplete: 'section-buyer work tel',
    format: 'telephone',
    portalName: 'buyerTel',
    card: ['Buyer Information', 3],
  },
  buyerFax: {
    type: 'tel',
    label: 'Buyer fax',
    optional: true,
    autoComplete: 'section-buyer fax tel',
    card: ['Buyer Information', 5],
  },
  buyerMobile: {
    type: 'tel',
    label: 'Buyer mobile',
    message: 'Buyer mobile is required',
    autoComplete: 'section-buyer mobile tel',
    format: 'telephone',
    card: ['Buyer Information', 4],
  },
} satisfies Record<string, Field>
