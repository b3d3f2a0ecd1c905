import { z } from 'zod'
import { type FieldValues, fields, isField } from '#src/forms/fields/fields.ts'
import { type DirectorInput, namedDirectors, sentFields } from '#src/forms/fields/schema.ts'
import { editedFields, type PortalSection, portalNameOf } from './portal.ts'

/** The content of a saved section, by column. */
export type SectionSave = { fields: FieldValues; directors?: DirectorInput[] }

/** The schemas of the portal's sections, by which a page's form and a call are read. */
export const portalSchema = (section: PortalSection): z.ZodType<SectionSave> => schemas[section]

/**
 * A portal section under the portal's names or the columns': the fields that were sent, each checked. Other keys are
 * ignored, but a body with nothing but what was signed is refused.
 */
const fieldsOf = (section: PortalSection) =>
  z
    .looseObject({})
    .refine((sent) => !isOnlySigned(Object.keys(sent)), {
      error: 'The signature, its position and its date stay as they were signed',
      abort: true,
    })
    .pipe(sentFields(editedFields(section), (name) => [portalNameOf(name), name]))
    .transform((fields) => ({ fields }))

/** `{directors: [...]}` or the bare list; blank names are left out and one must remain. */
const directorSection = z.preprocess(
  (sent) => (Array.isArray(sent) ? { directors: sent } : sent),
  z.object({ directors: namedDirectors }).transform((sent) => ({ ...sent, fields: {} })),
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
