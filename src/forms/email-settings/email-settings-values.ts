import { defaultPort, emailSettingsFields } from './email-settings-fields.ts'

/** What Save Settings sends of a form: each field by its name, check boxes as booleans, the port as a number. */
export function settingsValues(
  form: Iterable<[string, FormDataEntryValue]>,
): Record<string, string | boolean | number> {
  const texts = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  return Object.fromEntries(
    Object.entries(emailSettingsFields).map(([name, { control }]) => {
      const text = texts[name] ?? ''
      if (control === 'check') return [name, name in texts]
      return [name, control === 'number' ? portOf(text) : text]
    }),
  )
}

/** A text that is no number counts as the default port. */
export function portOf(given: string): number {
  const text = given.trim()
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : defaultPort
}
