export type Wording = { subject: string; before: string; after: string }

export const placeholders = {
  company: 'the company’s name',
  'sales email': 'the company’s sales email address',
  telephone: 'the company’s telephone number',
  promise: 'how soon you promise to answer',
  reference: 'the reference of the application',
  business: 'the name of the business',
  'customer code': 'the customer code',
  section: 'the section of the form that was changed',
} as const

export type Placeholder = keyof typeof placeholders

export const placeholderPattern = /\{([^{}]*)\}/g

export const placeholdersFor = (facts: object) =>
  (Object.keys(placeholders) as Placeholder[]).filter((name) => {
    const fact = factOf[name]
    return fact === undefined || fact in facts
  })

const factOf: Partial<Record<Placeholder, string>> = {
  reference: 'application',
  business: 'businessName',
  'customer code': 'customerCode',
  section: 'section',
}

/** Returns what is wrong with the text, or `null`. */
export function wordsProblem(text: string, placeholders: readonly Placeholder[]): string | null {
  for (const [placeholder, name] of text.matchAll(placeholderPattern))
    if (!placeholders.some((placeholder) => placeholder === name))
      return wordsTexts.unknown(placeholder, placeholders)
  if (/[{}]/.test(text.replace(placeholderPattern, ''))) return wordsTexts.brackets
  if (touching.test(text)) return wordsTexts.touching
  // the replacement starts and ends with a letter as a value does, because "{company}.com" would become a link too
  const plain = text
    .replace(placeholderPattern, 'xx')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  return linkLike.test(plain) ? wordsTexts.link : null
}

/** Matches schemes, shared folders, domains, numbers with three dots, and email addresses. */
const linkLike =
  /:\/\/|\\\\|\bwww\.|[.。]\p{M}*\p{L}\p{M}*\p{L}|[.。]xn--|\p{Nd}\.\p{Nd}+\.\p{Nd}+\.\p{Nd}|@|\b(?:https?|ftp|file|mailto|tel|callto|sms|sip|skype|xmpp|geo|data|javascript):\S/iu

/** Matches a placeholder next to anything but a space or punctuation, such as "shop{sales email}". */
const touching = /[^\s(["'“‘«–—,:;]\{[^{}]*\}|\{[^{}]*\}[^\s)\]"'”’».,:;!?…–—]/u

const wordsTexts = {
  unknown: (placeholder: string, known: readonly Placeholder[]) =>
    `There is no ${placeholder} in this email. Use ${known.map((name) => `{${name}}`).join(', ')}.`,
  brackets: 'Write a placeholder with both brackets, such as {company}',
  touching: 'Leave a space between a placeholder and the letters next to it',
  link: 'Web addresses and email addresses cannot be used here. Write {sales email} for your own address, and leave a space after each full stop.',
}
