import { z } from 'zod'

export const ledgerNames = { sage: 'Sage 50', xero: 'Xero' } as const

export type Ledger = keyof typeof ledgerNames

export const ledgers = Object.keys(ledgerNames) as Ledger[]

export const ledgerForm = z.object({
  ledger: z.enum(['sage', 'xero'], { error: 'Choose a ledger' }),
  again: z.literal('yes').optional(),
})
