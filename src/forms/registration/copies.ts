import type { FieldName } from '#src/forms/fields/fields.ts'

/** While the box is ticked, each field on the left copies the field on the right. */
export type Copy = {
  box: string
  label: string
  from: Readonly<Partial<Record<FieldName, FieldName>>>
}

/** The form shows the fields of a copy together, below its box. */
export const copies: readonly Copy[] = [
  {
    box: 'sameInvoiceAddress',
    label: 'Same as business address',
    from: { invoiceAddress: 'businessAddress', invoicePostCode: 'postCode' },
  },
  {
    box: 'sameInvoiceEmails',
    label: 'Use the email for invoices for statements and queries too',
    from: { financialEmail: 'invoiceEmail', invoiceQueriesEmail: 'invoiceEmail' },
  },
  {
    box: 'sameBuyer',
    label: 'Same as accounts contact',
    from: {
      buyerName: 'accountsContact',
      buyerEmail: 'invoiceEmail',
      buyerTelephone: 'accountsTelephone',
    },
  },
  {
    box: 'sameDeliveryAddress',
    label: 'Same as business address',
    from: { deliveryAddress: 'businessAddress', deliveryPostCode: 'postCode' },
  },
]

export const followersOf = ({ from }: Copy) => Object.keys(from) as FieldName[]

/** Returns the copied values. An empty source copies nothing, so its follower keeps what was typed. */
export const copied = ({ from }: Copy, answerOf: (name: FieldName) => string) =>
  Object.entries(from).flatMap(([to, name]): [FieldName, string][] =>
    answerOf(name).trim() ? [[to as FieldName, answerOf(name)]] : [],
  )

export const isCopied = (copy: Copy, answerOf: (name: FieldName) => string): boolean => {
  const pairs = copied(copy, answerOf)
  return (
    pairs.length === followersOf(copy).length &&
    pairs.every(([to, text]) => plain(answerOf(to)) === plain(text))
  )
}

/** Returns the values that the followers still have to copy while somebody types. */
export const notYetCopied = (copy: Copy, answerOf: (name: FieldName) => string) =>
  copied(copy, answerOf).filter(([to, text]) => plain(answerOf(to)) !== plain(text))

/** Browsers post a line break as two characters, and we store one. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()
