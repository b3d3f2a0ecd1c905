/** What the document shows of one application: plain JSON, every text ready to print. */
export type ApplicationSheet = {
  /** The reference that people read out, such as `7K3M-Q9TX-2VHD`. */
  id: string
  /** The revision shown; with `id` it names the bytes in the cache. */
  version: number
  locale: 'en-GB'
  company: SheetCompany
  status: string
  /** What stands beside the company's name above the title. */
  kind: 'Current view' | 'Signed document' | 'Countersigned document'
  /** True marks every page 'DRAFT - NOT SIGNED'. */
  draft: boolean
  /** How this print differs from the sealed document, on every page; `null` on a draft and on the sealed document. */
  notice: string | null
  title: string
  submittedAt: string | null
  sections: SheetSection[]
  directors: SheetDirector[]
  signatures: SheetSignature[]
  /** The supplier terms that stood at the pad, `null` without one; the hash is hexadecimal SHA-256. */
  terms: { version: string; hash: string } | null
  /** Heads the page of changes. */
  amendmentsTitle: string
  /** The last edits after signing, oldest first, at most `mostAmendments`; any of them adds a page of changes. */
  amendments: SheetAmendment[]
  /** How many edits came before those. */
  earlierAmendments: number
  /** How the signature came about: time, address, agent, terms. */
  evidence: SheetRow[]
  /** The last page of a sealed document; `null` on any other. */
  certificate: SheetCertificate | null
}

/** Says who signed or decided what, when and how, and how anybody can check it. */
export type SheetCertificate = {
  title: string
  lead: string
  /** The signature in base64, if there is one. */
  png: string | null
  facts: SheetFact[]
  /** Printed only if some letter of the document could not be. */
  lacking: string
  notes: SheetNote[]
}

/** `hash` is hexadecimal SHA-256; it is printed in groups of four. */
export type SheetFact = { label: string; value: string; note?: string; hash?: string }

export type SheetNote = { title: string; paragraphs: string[]; commands?: string[] }

type SheetCompany = {
  name: string
  /** `#rrggbb` for the rule below the head; `null` for the built-in colour. */
  accent: string | null
  /** The accent again when texts in it can be read on white; `null` for the built-in colour. */
  headings: string | null
  salesEmail: string
  /** Registered address and numbers in one line; '' while none is set. */
  details: string
  /** A PNG or SVG in base64. */
  logo: string | null
}

export type SheetSection = { title: string; rows: SheetRow[] }

export type SheetRow = { label: string; value: string; changedSinceSigning?: boolean }

/** `change` says how the director has changed since the signing. */
export type SheetDirector = { name: string; position: string; change?: string }

/** `png` is base64 without a data URI's head. */
export type SheetSignature = { caption: string; png: string; lines: SheetRow[] }

/** `at` and `by` are empty when two states were compared. */
export type SheetAmendment = {
  at: string
  by: string
  field: string
  before: string
  after: string
}

/** Of many changes the last ones count: a value's first state is on the signed version. */
export const mostAmendments = 150

/** The title in the PDF's metadata, by which a folder of documents can be told apart. */
export const documentTitle = ({ kind, title, id }: ApplicationSheet): string =>
  kind === 'Current view' ? `${title} ${id}` : `${kind} ${id}: ${title}`
