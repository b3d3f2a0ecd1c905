export type ApplicationSheet = {
  id: string
  version: number
  locale: 'en-GB'
  company: SheetCompany
  status: string
  kind: 'Current view' | 'Signed document' | 'Countersigned document' | 'Decision document'
  draft: boolean
  notice: string | null
  /** Printed only if a character of the document could not be printed. */
  lacking: string
  title: string
  submittedAt: string | null
  sections: SheetSection[]
  signatures: SheetSignature[]
  consent: string | null
  /** The hash is SHA-256 in hexadecimal. */
  terms: { version: string; hash: string } | null
  amendmentsTitle: string
  amendments: SheetAmendment[]
  earlierAmendments: number
  certificate: SheetCertificate | null
}

export type SheetCertificate = {
  title: string
  lead: string
  png: string | null
  facts: SheetFact[]
  events: SheetEvent[]
  earlierEvents: number
  notes: SheetNote[]
}

export type SheetFact = { label: string; value: string; note?: string; hash?: string }

export type SheetNote = { title: string; paragraphs: string[]; commands?: string[] }

type SheetCompany = {
  name: string
  accent: string | null
  /** Is `null` when text in the accent would be hard to read on white. */
  headings: string | null
  salesEmail: string
  details: string
  /** A PNG or SVG in base64. */
  logo: string | null
}

export type SheetSection = { title: string; rows: SheetRow[]; directors?: SheetDirector[] }

export type SheetRow = { label: string; value: string; changedSinceSigning?: boolean }

export type SheetDirector = { name: string; position: string; change?: string }

/** `png` is base64 without the head of a data URI. Without a drawing, the text is printed instead. */
export type SheetSignature = {
  caption: string
  drawn: { png: string } | { without: string }
  lines: SheetRow[]
}

export type SheetEvent = { at: string; what: string; from: string }

/** `by` contains the time as well. It is empty if nobody knows who made the change. */
export type SheetAmendment = {
  by: string
  field: string
  before: string
  after: string
}

export const mostAmendments = 150

export const mostEvents = 80

export const documentTitle = ({ kind, title, id }: ApplicationSheet): string =>
  kind === 'Current view' ? `${title} ${id}` : `${kind} ${id}: ${title}`
