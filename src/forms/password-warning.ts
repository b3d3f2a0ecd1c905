/** The two things that are said beside the field; neither stops anybody (admins' passwords are refused for them). */
export const passwordWarnings = {
  common: 'Many people use this password, so it is easy to guess.',
  name: 'This has the name of a company in it, so it is easy to guess.',
} as const

/**
 * What speaks against a password: it is on the list of common ones, as it is or before digits at its end, or it has
 * one of the names in it, whole or by one of its longer words. Case does not count; `null` when nothing does.
 */
export function passwordWarning(
  password: string,
  names: readonly string[],
  common: readonly string[],
): string | null {
  const small = password.toLowerCase()
  if ([small, small.replace(/\d+$/, '')].some((text) => text && common.includes(text)))
    return passwordWarnings.common
  const bare = bareOf(password)
  const words = names.flatMap((name) => [name, ...name.split(' ')]).map(bareOf)
  return words.some((word) => word.length > 4 && !everyday.test(word) && bare.includes(word))
    ? passwordWarnings.name
    : null
}

const bareOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Words of company names that name no company. */
const everyday = /^(limited|company|group|services|trading)$/
