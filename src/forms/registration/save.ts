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
  /** The current section, when the payload carries it: it is checked in full. */
  section: SectionNumber | null
  /** Stores what is there, and checks no section. */
  isUnfinished: boolean
  /** The server's own count, not the client's claim. */
  percent: number
  submits: boolean
  /** Without it those in force count. */
  termsVersion?: string
  /** The number of the sentence of consent that the page shows; a call has none. */
  consent?: string
  /** Of the draft that the page shows. */
  draftVersion?: number
  /** The date of agreement that the page shows while nobody has chosen one. */
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

/** Sections keyed by number, or the same fields flat; section 2 also as a bare array. */
export const saveSchema = z.preprocess(flat, sentSchema.transform(toSave))

/** It may be empty, but not all blank. */
export const directorList = z.preprocess(
  (sent) => (Array.isArray(sent) ? { directors: sent } : sent),
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
  const sent = Object.entries(body)
  for (const number of sectionNumbers) {
    const section = body[number] ?? {}
    if (number === 2 && Array.isArray(section)) sent.push(['directors', section])
    else if (isRecord(section)) sent.push(...Object.entries(section))
    else
      addIssue({ code: 'custom', path: [number], message: `Section ${number} must be an object` })
  }
  // not assigned, which would take "__proto__" for more than a name
  return Object.fromEntries([...sent, ...Object.entries({ status, currentSection, unfinished })])
}

type Sent = z.output<typeof sentSchema>

function toSave(sent: Sent): Save {
  const { directors, typedName, termsVersion, consent, draftVersion, shownDay, ...others } = sent
  const { status, currentSection, unfinished, ...answers } = others
  // a name that is the signature is also the signer's name
  const isTyped = typedName && !answers.authSignature
  const fields = {
    ...answers,
    ...(typedName && (isTyped || answers.signerName === undefined) && { signerName: typedName }),
  }
  // an empty list of directors is fine for a draft; rows without a name are not
  const carried = sectionNumbers.filter((number) =>
    number === 2 ? directors?.length : fieldNamesIn(number).some((name) => name in fields),
  )
  const isUnfinished = unfinished === true
  const section = carried.find((number) => number === currentSection) ?? null
  const reached = section ?? (currentSection ? 0 : (carried.at(-1) ?? 0))
  return {
    fields: fields as FieldValues,
    // `null` empties the list too
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
