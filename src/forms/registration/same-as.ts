import type { FieldName } from '#src/forms/fields/fields.ts'

/** While its box is ticked, each field on the left follows the one on the right. */
export type SameAsBox = {
  box: string
  label: string
  from: Readonly<Partial<Record<FieldName, FieldName>>>
}

/** The followers of a copy stand together in the form, its box before them. */
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

/** What the followers get. Of an empty field nothing: what is typed in its follower stays. */
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

/** What its followers lack, as they follow while somebody types. */
export const notYetCopied = (copy: SameAsBox, answerOf: (name: FieldName) => string) =>
  copiedAnswers(copy, answerOf).filter(([to, text]) => plain(answerOf(to)) !== plain(text))

/** Posted line breaks have two characters, stored ones have one. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()
