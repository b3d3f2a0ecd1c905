import { type Placeholder, placeholderPattern } from './placeholders.ts'

/** What is wrong with words that the supplier typed for an email that knows these placeholders; `null` when nothing is. */
export function wordsProblem(text: string, known: readonly Placeholder[]): string | null {
  for (const [typed, name] of text.matchAll(placeholderPattern))
    if (!known.some((placeholder) => placeholder === name)) return wordsTexts.unknown(typed, known)
  if (/[{}]/.test(text.replace(placeholderPattern, ''))) return wordsTexts.brackets
  if (touching.test(text)) return wordsTexts.touching
  // as a value that begins and ends with letters: "{company}.com" would become a link too
  const read = text
    .replace(placeholderPattern, 'xx')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  if (witnessLike.test(read)) return wordsTexts.witness
  return linkLike.test(read) ? wordsTexts.link : null
}

/**
 * Email programs make links of a scheme, of a shared folder, of a domain without a scheme, of a number with three dots,
 * and of addresses. A mark on a letter makes it no other domain to the eye.
 */
const linkLike =
  /:\/\/|\\\\|\bwww\.|[.。]\p{M}*\p{L}\p{M}*\p{L}|[.。]xn--|\p{Nd}\.\p{Nd}+\.\p{Nd}+\.\p{Nd}|@|\b(?:https?|ftp|file|mailto|tel|callto|sms|sip|skype|xmpp|geo|data|javascript):\S/iu

/** The line under every email by which the history can be checked must be ours alone. */
const witnessLike = /[0-9a-f]{64}/i

/** A placeholder next to anything but a space or the marks that stand beside a word, such as "shop{sales email}". */
const touching = /[^\s(["'“‘«–—,:;]\{[^{}]*\}|\{[^{}]*\}[^\s)\]"'”’».,:;!?…–—]/u

const wordsTexts = {
  unknown: (typed: string, known: readonly Placeholder[]) =>
    `There is no ${typed} in this email. Use ${known.map((name) => `{${name}}`).join(', ')}.`,
  brackets: 'Write a placeholder with both brackets, such as {company}',
  touching: 'Leave a space between a placeholder and the letters beside it',
  witness: 'A code of 64 digits cannot be used here: it could be mistaken for the history witness',
  link: 'Web addresses and email addresses cannot be used here. Write {sales email} for your own address, and leave a space after each full stop.',
}
