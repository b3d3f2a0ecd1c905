import { emailSettingsFields } from './email-settings-fields.ts'

/** What Save Settings sends of a posted form: each field by its name, check boxes as booleans. */
export function settingsValues(
  form: Iterable<[string, FormDataEntryValue]>,
): Record<string, string | boolean> {
  const texts = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  return Object.fromEntries(
    Object.entries(emailSettingsFields).map(([name, { control }]) => [
      name,
      control === 'check' ? name in texts : (texts[name] ?? ''),
    ]),
  )
}
