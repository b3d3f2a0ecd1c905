import { diffArrays, diffWordsWithSpace } from 'diff'
import type { MarkedWords, TermsDifference, TermsPart } from '#src/forms/terms/terms-parts.ts'
import { numberedTerms } from './parse.ts'

type Line = {
  kind: 'heading' | 'clause'
  number: number | null
  text: string
  words: Set<string>
}

export function termsDifferences(
  before: readonly TermsPart[],
  after: readonly TermsPart[],
): TermsDifference[] {
  const runs = diffArrays(linesOf(before), linesOf(after), {
    comparator: (one, other) => one.kind === other.kind && one.text === other.text,
  })
  const differences: TermsDifference[] = []
  let removed: Line[] = []
  for (const run of runs) {
    if (run.removed) removed = run.value
    else {
      differences.push(...pairUp(removed, run.added ? run.value : []))
      removed = []
    }
  }
  return [...differences, ...pairUp(removed, [])]
}

function linesOf(parts: readonly TermsPart[]): Line[] {
  return numberedTerms(parts).flatMap(({ heading, clauses }) => [
    { kind: 'heading' as const, number: null, text: heading, words: wordsOf(heading) },
    ...clauses.map(({ number, text }) => ({
      kind: 'clause' as const,
      number,
      text,
      words: wordsOf(text),
    })),
  ])
}

/** A removed line and a similar added one are one changed line; the others stay apart. */
function pairUp(removed: Line[], added: Line[]): TermsDifference[] {
  const rest = [...added]
  const pairs = removed.flatMap((line) => {
    const match = rest.findIndex((other) => isSimilar(line, other))
    if (match < 0) return [onlyIn(line, 'removed')]
    const passed = rest.splice(0, match + 1)
    const [same] = passed.splice(-1)
    return [
      ...passed.map((other) => onlyIn(other, 'added')),
      ...(same ? [changed(line, same)] : []),
    ]
  })
  return [...pairs, ...rest.map((line) => onlyIn(line, 'added'))]
}

const onlyIn = ({ kind, number, text }: Line, mark: 'added' | 'removed'): TermsDifference => ({
  kind,
  was: mark === 'removed' ? number : null,
  number: mark === 'added' ? number : null,
  words: [{ text, mark }],
})

const changed = (before: Line, after: Line): TermsDifference => ({
  kind: after.kind,
  was: before.number,
  number: after.number,
  words: wordsBetween(before.text, after.text),
})

/** A clause with more changed words is shown whole, before and after: it is read and computed sooner. */
const maxEditLength = 300

function wordsBetween(before: string, after: string): MarkedWords[] {
  const runs = diffWordsWithSpace(before, after, { maxEditLength })
  if (!runs)
    return [
      { text: before, mark: 'removed' },
      { text: after, mark: 'added' },
    ]
  return runs.map(({ value, added, removed }) => ({
    text: value,
    mark: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

function isSimilar(one: Line, other: Line): boolean {
  if (one.kind !== other.kind) return false
  const [fewer, more] = one.words.size < other.words.size ? [one, other] : [other, one]
  if (2 * fewer.words.size < more.words.size) return false
  const shared = [...fewer.words].filter((word) => more.words.has(word)).length
  return 2 * shared >= more.words.size
}

const wordsOf = (text: string) => new Set(text.toLowerCase().split(/\s+/))
