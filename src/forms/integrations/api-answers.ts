import { z } from 'zod'
import { listFilters } from '#src/forms/admin/dashboard-query.ts'
import { businessTypes, type FieldName, fieldNames, fields } from '#src/forms/fields/fields.ts'

/**
 * Describes everything that an API key may read. A value that is not described here is left out of the answers.
 * Choices and days are described but not checked, so that a stored word which this version does not know is still
 * sent.
 */
const reference = z.string().meta({ examples: ['7K3M-Q9TX-2VHD'] })
const time = z.string().meta({ format: 'date-time' })
const instant = z.nullable(time)
const day = z.nullable(z.string().meta({ format: 'date' }))
const text = z.string().nullable()
const percentage = z.int().meta({ minimum: 0, maximum: 100 })
const types = z.array(z.string().meta({ enum: businessTypes }))
const status = z.string().meta({
  enum: ['draft', 'submitted', 'approved', 'rejected', 'completed', 'incomplete'],
})

const listed = z.object({
  id: reference,
  businessName: text,
  businessTypes: types.nullable(),
  buyerName: text,
  mainEmail: text,
  coRegistration: text,
  customerCode: text,
  completionPercentage: percentage,
  status,
  createdAt: time,
  updatedAt: time,
  submittedAt: instant,
  waiting: z
    .object({ days: z.int(), isLate: z.boolean(), isPaused: z.boolean() })
    .nullable()
    .meta({ description: 'Working days since the submit, for an application without a decision' }),
})

const list = z.object({
  applications: z.array(listed),
  total: z.int(),
  totalIsMinimum: z.boolean(),
  nextCursor: text,
})

const director = z.object({ id: z.int(), name: z.string(), position: text })

const directors = z.object({ directors: z.array(director) })

const schemaOf = (name: FieldName) =>
  ({ choices: types, yesNo: z.boolean().nullable(), day })[fields[name].type as string] ?? text

const change = z.object({
  field: z.string(),
  before: text,
  after: text,
  unrecorded: z.boolean().optional(),
})

const historyEntry = z.object({
  at: time,
  by: z.string(),
  action: z.string(),
  section: text,
  changes: z.array(change),
})

const email = z.object({
  id: z.int(),
  kind: z.string(),
  name: z.string(),
  state: z.string(),
  at: instant,
  triedAt: instant,
  reason: text,
  attempts: z.int(),
})

const agreed = z.object({
  creditLimit: z.int().nullable(),
  paymentTerms: text,
  reviewDate: day,
  isInDocument: z.boolean(),
})

const record = z.object({
  id: reference,
  status,
  version: z.int(),
  completionPercentage: percentage,
  createdAt: time,
  updatedAt: time,
  submittedAt: instant,
  approvedAt: instant,
  rejectedAt: instant,
  rejectionReason: text,
  customerCode: text,
  financeDecision: text,
  financeDate: day,
  financeBy: text,
  decidedBy: text,
  closedOn: day,
  termsVersion: text,
  remindedAt: instant,
  ...(Object.fromEntries(fieldNames.map((name) => [name, schemaOf(name)])) as Record<
    string,
    z.ZodType
  >),
  typedSignature: text,
  financeSignature: text,
  directors: z.array(director),
  documents: z.array(z.string().meta({ enum: ['signed', 'countersigned'] })),
  signInEmail: text,
  agreed: agreed.nullable(),
  changedSinceSigning: z.array(z.string()),
  history: z.array(historyEntry),
  emails: z.array(email),
  earlier: z.object({ history: z.int().nullable(), emails: z.int().nullable() }),
})

const failure = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})

export const apiAnswers = { list, record, directors, failure }

export type RecordForKey = z.infer<typeof record>

const answer = (schema: keyof typeof apiAnswers, description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const failures = {
  401: answer('failure', 'The key is wrong or revoked'),
  429: answer('failure', 'Too many wrong keys: Retry-After says how long to wait'),
}

const query = (name: string, schema: object, description: string) => ({
  name,
  in: 'query',
  schema,
  description,
})

const byReference = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]

const notFound = { 404: answer('failure', 'There is no such application'), ...failures }

export const openApi = (version: string, server: string) => ({
  openapi: '3.1.0',
  info: { title: 'Countersign', version, description: 'The calls that an API key may read.' },
  servers: [{ url: server }],
  security: [{ key: [] }],
  paths: {
    '/api/applications': {
      get: {
        summary: 'Lists applications, newest first',
        parameters: [
          query('search', { type: 'string' }, 'Words in any order'),
          query('status', { enum: listFilters }, 'A status or a queue'),
          query('owner', { enum: ['nobody'] }, 'Only applications that nobody has taken'),
          query('order', { enum: ['oldest'] }, 'Lists a queue with the oldest submission first'),
          query('limit', { type: 'integer', minimum: 1, maximum: 1000, default: 50 }, 'Page size'),
          query('cursor', { type: 'string' }, 'The nextCursor of the previous page'),
        ],
        responses: { 200: answer('list', 'A page of the list'), ...failures },
      },
    },
    '/api/applications/{id}': {
      get: {
        summary: 'One application',
        parameters: byReference,
        responses: { 200: answer('record', 'The application'), ...notFound },
      },
    },
    '/api/applications/{id}/directors': {
      get: {
        summary: 'Its directors',
        parameters: byReference,
        responses: { 200: answer('directors', 'The directors'), ...notFound },
      },
    },
    '/api/applications/{id}/pdf': {
      get: {
        summary: 'Its document',
        parameters: [
          ...byReference,
          query('version', { enum: ['signed', 'countersigned'] }, 'A sealed document'),
        ],
        responses: {
          200: {
            description: 'The document; without a version, the current answers',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          },
          ...notFound,
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: Object.fromEntries(
      Object.entries(apiAnswers).map(([name, schema]) => {
        // described as input, which allows a later version to add fields
        const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input' })
        return [name, described]
      }),
    ),
  },
})
