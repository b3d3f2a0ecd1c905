import { answers } from '../../support/app/application-answers.ts'

/** Texts that have run as code somewhere, none of them blank or longer than a field. */
export const hostileTexts: readonly string[] = [
  '"; drop table applications; --',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  '<script>globalThis.__hit = 1</script>',
  '"><img src=x onerror=globalThis.__hit=1>',
  "'-globalThis.__hit=1-'",
  '</style><svg onload=globalThis.__hit=1>',
  '</textarea><script>globalThis.__hit=1</script>',
  '<!--<script>',
  ']]>',
  'javascript:globalThis.__hit=1',
  'data:text/html,<script>globalThis.__hit=1</script>',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  '\u202egnp.exe',
  '\u0000\u0001\u001b[31mred',
]

const others =
  /mail|date|signature|^(accountType|businessTypes|poMandatory|businessEstablished|directors)$/i

/** All answers with every free text replaced by hostile ones. */
export function hostileAnswers(mainEmail: string): Record<string, unknown> {
  const pick = (at: number) => hostileTexts[at % hostileTexts.length] ?? 'x'
  const names = Object.values(answers).flatMap((section) => Object.keys(section))
  const replaced = names
    .filter((name) => !others.test(name))
    .map((name, at): [string, string] => [name, pick(at)])
  const directors = hostileTexts.map((name, at) => ({ name, position: pick(at + 3) }))
  return { ...Object.fromEntries(replaced), directors, mainEmail }
}
