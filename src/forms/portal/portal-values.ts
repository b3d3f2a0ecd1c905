import { fieldNames } from '#src/forms/fields/fields.ts'
import { type FormValues, valuesOf } from '#src/forms/registration/form-values.ts'
import { editedFields, type PortalSection, portalNameOf } from './portal.ts'

/** A portal section as it was typed, under the names of the columns. */
export function portalValues(
  section: PortalSection,
  entries: Iterable<[string, FormDataEntryValue]>,
): FormValues {
  const values = valuesOf([...entries].map(([key, value]) => [columnOf(key), value]))
  const names = section === 'directors' ? ['directors'] : editedFields(section)
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

const columnOf = (key: string) => fieldNames.find((name) => portalNameOf(name) === key) ?? key
