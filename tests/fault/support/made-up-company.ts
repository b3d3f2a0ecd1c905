import { answers } from '../../support/app/application-answers.ts'

const kept =
  /mail|date|signature|^(accountType|businessTypes|poMandatory|businessEstablished|directors)$/i

/** All answers with every free text replaced by hostile ones of at most 200 characters, none of them blank. */
export function hostileAnswers(
  texts: readonly string[],
  mainEmail: string,
): Record<string, unknown> {
  const short = texts.filter((text) => text.length <= 200 && text.trim().length > 2)
  const pick = (at: number) => short[at % short.length] ?? 'x'
  const names = Object.values(answers).flatMap((section) => Object.keys(section))
  const replaced = names
    .filter((name) => !kept.test(name))
    .map((name, at): [string, string] => [name, pick(at)])
  const directors = short.slice(0, 12).map((name, at) => ({ name, position: pick(at + 3) }))
  return { ...Object.fromEntries(replaced), directors, mainEmail }
}
