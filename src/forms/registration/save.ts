import { z } from 'zod'
import { lengths, messages } from '#src/forms/fields/field.ts'
import { type FieldValues, fieldNames, fieldNamesIn, fields } from '#src/forms/fields/fields.ts'
import { type DirectorInput, directorRows, draftFields, named } from '#src/forms/fields/schema.ts'
import { cleanedText } from '#src/forms/text-schema.ts'
import { percentAt, type SectionNumber, sectionNumbers } from './sections.ts'

export type Save = {
  fields: FieldValues
  directors?: DirectorInput[]
  typedName?: string
  /** The current section if the payload contains it. It is then checked in full. */
  section: SectionNumber | null
  /** If true, everything is stored and no section is checked. */
  isUnfinished: boolean
  /** The percentage as the server computes it. The client's number is ignored. */
  percent: number
  submits: boolean
  /** The terms that the page showed. Without it, the terms in force count. */
  termsVersion?: string
  /** The number of the consent sentence on the page. A call to the API has none. */
  consent?: string
  /** The version of the draft when the page was made. */
  draftVersion?: number
  /** The date of agreement on the page, while nobody has chosen a date. */
  shownDay?: string
}

const formFields = fieldNames.filter((name) => !fields[name].portalOnly)

const where = 'currentSection must be 1 to 5'

const sentSchema = z.object({
  ...draftFields(formFields).shape,
  directors: directorRows.nullish(),
  typedName: cleanedText(lengths.line, { error: 'typedName must be text' }).nullish(),
  termsVersion: z.string({ error: 'termsVersion must be text' }).nullish(),
  consent: z.coerce.string({ error: 'consent must be text' }).nullish(),
  draftVersion: z.coerce.number({ error: 'draftVersion must be a number' }).nullish(),
  shownDay: z.string({ error: 'shownDay must be text' }).nullish(),
  status: z.enum(['draft', 'submitted'], { error: 'status must be draft or submitted' }).nullish(),
  currentSection: z
    .union([z.number(), z.string()], { error: where })
    .transform(Number)
    .pipe(z.literal(sectionNumbers, { error: where }))
    .nullish(),
  unfinished: z.unknown(),
})

/** Accepts sections keyed by number or the same fields flat. Section 2 may also be a bare array. */
export const saveSchema = z.preprocess(flat, sentSchema.transform(toSave))

/** The list may be empty, but it may not have blank rows only. */
export const directorList = z.preprocess(
  (payload) => (Array.isArray(payload) ? { directors: payload } : payload),
  z.object({
    directors: directorRows
      .refine((rows) => rows.length === 0 || named(rows).length > 0, messages.noDirector)
      .transform(named),
  }),
)

export const isEmptySave = ({ fields, directors }: Save) =>
  Object.keys(fields).length === 0 && !directors

function flat(body: unknown, { addIssue }: z.RefinementCtx): unknown {
  if (!isRecord(body)) return body
  const { status, currentSection, unfinished } = body
  const payload = Object.entries(body)
  for (const number of sectionNumbers) {
    const section = body[number] ?? {}
    if (number === 2 && Array.isArray(section)) payload.push(['directors', section])
    else if (isRecord(section)) payload.push(...Object.entries(section))
    else
      addIssue({ code: 'custom', path: [number], message: `Section ${number} must be an object` })
  }
  // assigning the properties one by one would give "__proto__" a special meaning
  return Object.fromEntries([...payload, ...Object.entries({ status, currentSection, unfinished })])
}

type Sent = z.output<typeof sentSchema>

function toSave(payload: Sent): Save {
  const { directors, typedName, termsVersion, consent, draftVersion, shownDay, ...others } = payload
  const { status, currentSection, unfinished, ...answers } = others
  // a typed signature is also the signer's name
  const isTyped = typedName && !answers.authSignature
  const fields = {
    ...answers,
    ...(typedName && (isTyped || answers.signerName === undefined) && { signerName: typedName }),
  }
  // a draft may have an empty list of directors, but not rows without a name
  const carried = sectionNumbers.filter((number) =>
    number === 2 ? directors?.length : fieldNamesIn(number).some((name) => name in fields),
  )
  const isUnfinished = unfinished === true
  const section = carried.find((number) => number === currentSection) ?? null
  const reached = section ?? (currentSection ? 0 : (carried.at(-1) ?? 0))
  return {
    fields: fields as FieldValues,
    // `null` also empties the list
    ...(directors !== undefined && { directors: named(directors ?? []) }),
    ...(isTyped && { typedName }),
    section,
    isUnfinished,
    percent: isUnfinished ? 0 : percentAt(reached),
    submits: status === 'submitted',
    ...(typeof termsVersion === 'string' && { termsVersion }),
    ...(typeof consent === 'string' && { consent }),
    ...(typeof draftVersion === 'number' && { draftVersion }),
    ...(typeof shownDay === 'string' && { shownDay }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
