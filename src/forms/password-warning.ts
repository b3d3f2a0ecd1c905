/** The two things that are said beside the field; neither stops anybody (admins' passwords are refused for them). */
export const passwordWarnings = {
  common:
    'This password is one of the most used and easy to guess. A longer one of your own is safer.',
  name: 'This password has the name of a company in it and is easy to guess. One without it is safer.',
} as const

/**
 * What speaks against a password: it is on the list of common ones, or it has one of the names in it, whole or by one
 * of its longer words. Case and signs do not count; `null` when nothing does.
 */
export function passwordWarning(
  password: string,
  names: readonly string[],
  common: readonly string[],
): string | null {
  const bare = bareOf(password)
  const core = bare.replace(/\d+$/, '')
  if (common.some((word) => word === password.toLowerCase() || (core.length > 5 && word === core)))
    return passwordWarnings.common
  const words = names.flatMap((name) => [bareOf(name), ...name.split(/\s+/).map(bareOf)])
  const telling = words.filter((word) => word.length > 4 && !everyday.includes(word))
  return telling.some((word) => bare.includes(word)) ? passwordWarnings.name : null
}

const bareOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Words of company names that name no company. */
const everyday = ['limited', 'company', 'group', 'services', 'trading', 'holdings', 'partners']
