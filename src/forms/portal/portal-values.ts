import { type FormValues, valuesOf } from '#src/forms/registration/form-values.ts'
import { type PortalSection, portalFields } from './portal.ts'

/** A portal section as it was typed, from the posted form or the browser's. */
export function portalValues(
  section: PortalSection,
  entries: Iterable<[string, FormDataEntryValue]>,
): FormValues {
  const posted = [...entries]
  if (section === 'directors') return { directors: valuesOf(posted).directors ?? [] }
  const values: FormValues = {}
  for (const { name, column } of portalFields(section)) {
    const given = posted.filter(([key]) => key === name).map(([, value]) => String(value))
    if (column === 'businessTypes') values[name] = given
    else if (given[0] !== undefined) values[name] = given[0]
  }
  return values
}
