import type { Deps } from '#src/deps.ts'
import { yearIn } from '#src/domain/calendar.ts'
import type { FieldErrors } from '#src/forms/fields/field.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { checkSection } from '#src/forms/fields/schema.ts'
import type { FormValues } from '#src/forms/registration/form-values.ts'
import type { Save } from '#src/forms/registration/save-payload.ts'
import { type SectionNumber, sectionNumbers } from '#src/forms/registration/sections.ts'
import { type Application, authSignatureOf, directorsOf } from './application.ts'

/** A draft as the form shows it: texts, ticked types, rows of directors. */
export function draftValues(deps: Pick<Deps, 'db'>, application: Application): FormValues {
  const stored = application as unknown as Record<string, unknown>
  const values: FormValues = {
    directors: directorsOf(deps, application).map(({ name, position }) => ({
      name,
      position: position ?? '',
    })),
  }
  for (const name of fieldNames) {
    const { type } = fields[name]
    const value = stored[name]
    if (value === null || value === undefined) continue
    if (type === 'choices') values[name] = value as string[]
    else if (type === 'yesNo') values[name] = value ? 'yes' : 'no'
    else values[name] = String(value)
  }
  return values
}

/** The errors of some sections of a draft once `save` is applied. */
export function draftErrors(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  draft: Application,
  sections: readonly SectionNumber[],
  save?: Save,
): FieldErrors {
  const values = {
    ...draft,
    authSignature: authSignatureOf(deps, draft),
    ...save?.fields,
    directors: save?.directors ?? directorsOf(deps, draft),
  }
  const year = yearIn(deps.env.APP_TIMEZONE, deps.now())
  return Object.assign({}, ...sections.map((section) => checkSection(section, values, year)))
}

/** The section to open a draft at: the one after the furthest that was saved. */
export const sectionToOpen = ({ completionPercentage }: Application) =>
  Math.min(sectionNumbers.length, Math.floor(completionPercentage / 20) + 1)
