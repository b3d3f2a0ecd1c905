import { z } from 'zod'
import { type FieldValues, fields, isField } from '#src/forms/fields/fields.ts'
import { type DirectorInput, namedDirectors, sentFields } from '#src/forms/fields/schema.ts'
import { editedFields, type PortalSection, portalNameOf } from './portal.ts'

export type SectionSave = { fields: FieldValues; directors?: DirectorInput[] }

export const portalSchema = (section: PortalSection): z.ZodType<SectionSave> => schemas[section]

/** Other keys are ignored, but a body that contains only signed answers is refused. */
const fieldsOf = (section: PortalSection) =>
  z
    .looseObject({})
    .refine((payload) => !isOnlySigned(Object.keys(payload)), {
      error: 'The signature, its name, position and date stay as they were signed',
      abort: true,
    })
    .pipe(sentFields(editedFields(section), (name) => [portalNameOf(name), name]))
    .transform((fields) => ({ fields }))

const directorSection = z.preprocess(
  (payload) => (Array.isArray(payload) ? { directors: payload } : payload),
  z.object({ directors: namedDirectors }).transform((payload) => ({ ...payload, fields: {} })),
)

const schemas = {
  business: fieldsOf('business'),
  directors: directorSection,
  accounts: fieldsOf('accounts'),
  buyer: fieldsOf('buyer'),
  delivery: fieldsOf('delivery'),
}

const isOnlySigned = (names: string[]) =>
  names.length > 0 && names.every((name) => isField(name) && fields[name].signed)
