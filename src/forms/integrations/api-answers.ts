import { z } from 'zod'
import { listFilters } from '#src/forms/admin/dashboard-query.ts'
import { businessTypes, type FieldName, fieldNames, fields } from '#src/forms/fields/fields.ts'

/** What API keys read. Answers may hold more than is described, and more with each version. */
const reference = z.string().meta({ examples: ['7K3M-Q9TX-2VHD'] })
const instant = z.iso.datetime().nullable()
const text = z.string().nullable()
const status = z.enum(['draft', 'submitted', 'approved', 'rejected'])
const types = z.array(z.enum(businessTypes))

const listed = z.looseObject({
  id: reference,
  businessName: text,
  businessTypes: types.nullable(),
  buyerName: text,
  mainEmail: text,
  coRegistration: text,
  customerCode: text,
  completionPercentage: z.int().min(0).max(100),
  status,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  submittedAt: instant,
})

const list = z.looseObject({
  applications: z.array(listed),
  total: z.int(),
  totalIsMinimum: z.boolean(),
  nextCursor: text,
})

const director = z.looseObject({ id: z.int(), name: z.string(), position: text })

const directors = z.looseObject({ directors: z.array(director) })

const schemaOf = (name: FieldName) =>
  ({ choices: types, yesNo: z.boolean().nullable(), day: z.iso.date().nullable() })[
    fields[name].type as string
  ] ?? text

const record = z.looseObject({
  id: reference,
  status,
  version: z.int(),
  completionPercentage: z.int().min(0).max(100),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  submittedAt: instant,
  approvedAt: instant,
  rejectedAt: instant,
  rejectionReason: text,
  customerCode: text,
  closedOn: z.iso.date().nullable(),
  ...(Object.fromEntries(fieldNames.map((name) => [name, schemaOf(name)])) as Record<
    string,
    z.ZodType
  >),
  directors: z.array(director),
  documents: z.array(z.enum(['signed', 'countersigned'])),
  signInEmail: text,
  agreed: z
    .looseObject({
      creditLimit: z.int().nullable(),
      paymentTerms: text,
      reviewDate: z.iso.date().nullable(),
    })
    .nullable(),
})

const failure = z.looseObject({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})

export const apiAnswers = { list, record, directors, failure }

const answer = (schema: keyof typeof apiAnswers, description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const failures = {
  401: answer('failure', 'The key is wrong or revoked'),
  429: answer('failure', 'Too many wrong keys: Retry-After says how long to wait'),
}

const query = (name: string, schema: object, description: string) => ({
  ...{ name, in: 'query', schema, description },
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
          query('owner', { enum: ['nobody'] }, 'Those that nobody has taken'),
          query('order', { enum: ['oldest'] }, 'Queues from the oldest submit'),
          query('limit', { type: 'integer', minimum: 1, maximum: 1000, default: 50 }, 'Page size'),
          query('cursor', { type: 'string' }, 'nextCursor of the page before'),
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
            description: 'The document; without a version, the present answers',
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
        const { $schema: _, ...described } = z.toJSONSchema(schema)
        return [name, described]
      }),
    ),
  },
})
