import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commentsIn } from './support/comments.ts'
import { filesIn, linesWith, readSources } from './support/sources.ts'

const comments = filesIn(['src', 'islands', 'routes', 'db', 'tests'], /\.(tsx?|mjs|css)$/).flatMap(
  commentsIn,
)
const page = readFileSync('docs/rules.md', 'utf8')
const rules = page
  .split(/\n\n+/)
  .flatMap((text) => [...text.matchAll(/^\*\*(\d+)\.\*\*([\s\S]*)/g)])
  .map(([, number, text = '']) => ({ number, text: text.replace(/\s+/g, ' ').trim() }))

/** Names that were replaced because nobody could guess them. */
const retired =
  `House openHouse house refusedPost sweep trail Deed deed deeds Said Standing standingOf stations HalfAdmin halfAdminOf Letter StillPage stillPage surroundings Around unhurried drawnBefore
  firstAnswer firstAnswers dropUntouched mintPasswordToken proveKey letGo perConnection keepStatements countedAnswers
  trailOf TrailPlace doubtAbout fieldDrawings FieldDrawing peerWords webFaults sharedFacts`.split(
    /\s+/,
  )

describe('a comment', () => {
  test('has at most 40 words', () => {
    expect(placesOf(({ text }) => text.split(/\s+/).length > 40)).toEqual([])
  })

  test('cites nothing that is not in the repository', () => {
    const citation =
      /\b(contract|spec|specification|reference|experience|audit)([’']s section)?,? [A-Z]?\d+\b|\(experience/i
    expect(placesOf(({ text }) => citation.test(text))).toEqual([])
  })

  test('cites only rules that docs/rules.md has', () => {
    const known = new Set(rules.map(({ number }) => number))
    const cited = ({ text }: { text: string }) =>
      [...text.matchAll(/\brules? ([\d, and]+)/g)].flatMap(([, list]) => list?.match(/\d+/g) ?? [])
    expect(placesOf((comment) => cited(comment).some((number) => !known.has(number)))).toEqual([])
  })
})

describe('a rule of docs/rules.md', () => {
  test('has a number of its own, in order', () => {
    const numbers = rules.map(({ number }) => Number(number))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(numbers.length).toBe(page.match(/^\*\*\d+\.\*\*/gm)?.length)
  })

  test.each(rules)('$number names a test that exists', ({ text }) => {
    const [, file = '', title = ''] = /Test: `(tests\/[^`]+)`(?:, "([^"]+)")?\.$/.exec(text) ?? []
    expect(existsSync(file), file || 'no test').toBe(true)
    expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(title)
  })
})

test('retired names stay retired', () => {
  const sources = readSources('src', 'islands', 'routes', 'db', 'tests')
  const others = sources.filter(({ path }) => path !== 'tests/comments.test.ts')
  expect(
    others.flatMap((source) => linesWith(source, new RegExp(`\\b(${retired.join('|')})\\b`))),
  ).toEqual([])
})

const placesOf = (isWrong: (comment: (typeof comments)[number]) => boolean) =>
  comments.filter(isWrong).map(({ path, line, text }) => `${path}:${line}  ${text}`)
