import { z } from 'zod'

/** Every answer under its column's name. */
const fields = z.record(
  z.string(),
  z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]),
)

const directors = z.array(z.object({ name: z.string(), position: z.string().nullable() }))

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The event of the submit or the decision: its number, and its hash. */
const history = z.object({ event: z.int().positive(), hash })

/** What a signed document attests, frozen at the submit. Instants are ISO in UTC, hashes hexadecimal SHA-256. */
export const signedData = z.object({
  format: z.literal('countersign-signed-1'),
  /** The application's reference. */
  application: z.string(),
  fields,
  directors,
  /** The image itself is attached as `signature.png`. */
  signature: z
    .object({
      kind: z.enum(['drawn', 'typed']),
      typedName: z.string().nullable(),
      hasInk: z.boolean(),
      sha256: hash,
    })
    .nullable(),
  terms: z.object({ version: z.string(), sha256: hash }),
  signedAt: z.iso.datetime(),
  from: z.object({ address: z.string(), agent: z.string() }),
  history,
})

/** What accounts agreed with an approval; whole pounds, and a calendar date. */
const agreed = z.object({
  creditLimit: z.int().nonnegative().nullable(),
  paymentTerms: z.string().nullable(),
  reviewDate: z.iso.date().nullable(),
})

/** What a countersigned document attests, frozen at the decision. */
export const decisionData = z.object({
  format: z.literal('countersign-decision-1'),
  application: z.string(),
  decision: z.enum(['approved', 'rejected']),
  customerCode: z.string().nullable(),
  reason: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  /** The calendar date in the supplier's time zone. */
  financeDate: z.string(),
  decidedBy: z.string(),
  /** The supplier's image is attached as `signature.png`. */
  signature: z.object({ sha256: hash }).nullable(),
  /** The record as it stood at the decision, amendments included. */
  fields,
  directors,
  /** Absent unless the approval asked for it to stand in the document. */
  agreed: agreed.optional(),
  history,
})

export type SignedData = z.infer<typeof signedData>
export type DecisionData = z.infer<typeof decisionData>
export type FrozenFields = z.infer<typeof fields>
export type HistoryPlace = z.infer<typeof history>
