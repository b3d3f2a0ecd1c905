import { type FormValues, valuesOf } from './form-values.ts'
import { lengths } from './kinds.ts'
import { type PortalSection, portalFields } from './portal.ts'
import type { Rules } from './rules.ts'

/** A portal section as it was typed, from the posted form or the browser's. */
export function portalValues(
  section: PortalSection,
  entries: Iterable<[string, FormDataEntryValue]>,
): FormValues {
  const posted = [...entries]
  if (section === 'directors') return { directors: valuesOf(posted).directors ?? [] }
  return Object.fromEntries(
    portalFields(section).flatMap(({ name, drawing }) => {
      const given = posted.filter(([key]) => key === name).map(([, value]) => String(value))
      if (drawing.control === 'types') return [[name, given]]
      return given.length > 0 ? [[name, given[0] ?? '']] : []
    }),
  )
}

/** What the browser checks of a section: the form's rules under the portal's names. */
export function portalRules(section: PortalSection, rules: Rules): Rules {
  if (section === 'directors') return { directors: rules.directors ?? {} }
  return Object.fromEntries(
    portalFields(section).map(({ name, column }) => [name, rules[column] ?? { max: lengths.area }]),
  )
}
