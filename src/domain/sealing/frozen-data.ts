/** Every answer under its column's name. */
export type FrozenFields = Record<string, string | boolean | string[] | null>

type Directors = { name: string; position: string | null }[]

/** The event of the submit or the decision: its number, and its hash. */
export type HistoryPlace = { event: number; hash: string }

/** What a signed document attests, frozen at the submit. Instants are ISO in UTC, hashes hexadecimal SHA-256. */
export type SignedData = {
  format: 'countersign-signed-1'
  /** The application's reference. */
  application: string
  fields: FrozenFields
  directors: Directors
  /** The image itself is attached as `signature.png`. */
  signature: {
    kind: 'drawn' | 'typed'
    typedName: string | null
    hasInk: boolean
    sha256: string
  } | null
  terms: { version: string; sha256: string }
  signedAt: string
  from: { address: string; agent: string }
  history: HistoryPlace
}

/** What a countersigned document attests, frozen at the decision. */
export type DecisionData = {
  format: 'countersign-decision-1'
  application: string
  decision: 'approved' | 'rejected'
  customerCode: string | null
  reason: string | null
  decidedAt: string
  /** The calendar date in the supplier's time zone. */
  financeDate: string
  decidedBy: string
  /** The supplier's image is attached as `signature.png`. */
  signature: { sha256: string } | null
  /** The record as it stood at the decision, amendments included. */
  fields: FrozenFields
  directors: Directors
  /** In whole pounds, and a calendar date. Absent unless the approval asked for it to stand in the document. */
  agreed?:
    | { creditLimit: number | null; paymentTerms: string | null; reviewDate: string | null }
    | undefined
  history: HistoryPlace
}
