import type { FieldName } from '#src/forms/fields/fields.ts'

/** While the box is ticked, each field on the left copies the field on the right. */
export type SameAsBox = {
  box: string
  label: string
  from: Readonly<Partial<Record<FieldName, FieldName>>>
}

/** The form shows the fields that copy others together, below their box. */
export const sameAsBoxes: readonly SameAsBox[] = [
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

export const followersOf = ({ from }: SameAsBox) => Object.keys(from) as FieldName[]

/** Returns the copied answers. An empty source copies nothing, so its follower keeps what was typed. */
export const copiedAnswers = ({ from }: SameAsBox, answerOf: (name: FieldName) => string) =>
  Object.entries(from).flatMap(([to, name]): [FieldName, string][] =>
    answerOf(name).trim() ? [[to as FieldName, answerOf(name)]] : [],
  )

export const isCopied = (copy: SameAsBox, answerOf: (name: FieldName) => string): boolean => {
  const pairs = copiedAnswers(copy, answerOf)
  return (
    pairs.length === followersOf(copy).length &&
    pairs.every(([to, text]) => plain(answerOf(to)) === plain(text))
  )
}

/** Returns the answers that the followers still have to copy while somebody types. */
export const notYetCopied = (copy: SameAsBox, answerOf: (name: FieldName) => string) =>
  copiedAnswers(copy, answerOf).filter(([to, text]) => plain(answerOf(to)) !== plain(text))

/** Browsers post a line break as two characters, and we store one. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()
