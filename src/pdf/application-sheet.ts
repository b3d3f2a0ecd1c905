export type ApplicationSheet = {
  id: string
  version: number
  locale: 'en-GB'
  company: SheetCompany
  status: string
  kind: 'Current view' | 'Signed document' | 'Countersigned document' | 'Decision document'
  draft: boolean
  notice: string | null
  /** Printed only if some letter of the document could not be. */
  lacking: string
  title: string
  submittedAt: string | null
  sections: SheetSection[]
  signatures: SheetSignature[]
  consent: string | null
  /** The hash is hexadecimal SHA-256. */
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
  /** `null` when texts in the accent cannot be read on white. */
  headings: string | null
  salesEmail: string
  details: string
  /** A PNG or SVG in base64. */
  logo: string | null
}

export type SheetSection = { title: string; rows: SheetRow[]; directors?: SheetDirector[] }

export type SheetRow = { label: string; value: string; changedSinceSigning?: boolean }

export type SheetDirector = { name: string; position: string; change?: string }

/** `png` is base64 without a data URI's head; without a drawing the text takes its place. */
export type SheetSignature = {
  caption: string
  drawn: { png: string } | { without: string }
  lines: SheetRow[]
}

export type SheetEvent = { at: string; what: string; from: string }

/** `by` also says when; empty if unknown. */
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
