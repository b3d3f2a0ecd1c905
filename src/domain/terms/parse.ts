import { Refusal } from '#src/domain/refusal.ts'
import { type NumberedPart, type TermsPart, termsLengths } from '#src/forms/terms/terms-parts.ts'

/** Refuses 'invalid', with an error at `termsText` that names the line. */
export function parseTerms(source: string): TermsPart[] {
  const parts: { heading: string; slug: string; clauses: string[] }[] = []
  const taken = new Set(idsOfPages)
  let paragraph: string[] = []
  let headingLine = 1
  const lines = [...source.split('\n').map((line) => line.trim()), '']
  for (const [index, line] of lines.entries()) {
    const part = parts.at(-1)
    const isHeading = line.startsWith('# ')
    if ((line === '' || isHeading) && paragraph.length > 0) {
      if (!part) throw wrong(index, 'The text must begin with a heading: a line such as “# Prices”')
      const clause = paragraph.join(' ')
      if (clause.length > termsLengths.clause) throw wrong(index, tooLong('A clause', 'clause'))
      part.clauses.push(clause)
      paragraph = []
    }
    if (isHeading) {
      if (part?.clauses.length === 0) throw emptyHeading(part.heading, headingLine)
      const heading = line.slice(2).trim()
      headingLine = index + 1
      if (heading.length > termsLengths.heading)
        throw wrong(index + 1, tooLong('A heading', 'heading'))
      parts.push({ heading, slug: slugOf(heading, parts.length + 1, taken), clauses: [] })
    } else if (/^#/.test(line)) {
      throw wrong(index + 1, 'A heading begins with one # and a space')
    } else if (line !== '') paragraph.push(line)
  }
  const last = parts.at(-1)
  if (!last) throw wrong(1, 'The text must begin with a heading: a line such as “# Prices”')
  if (last.clauses.length === 0) throw emptyHeading(last.heading, headingLine)
  return parts
}

export const termsSource = (parts: readonly TermsPart[]): string =>
  parts.map(({ heading, clauses }) => [`# ${heading}`, ...clauses].join('\n\n')).join('\n\n')

export function numberedTerms(parts: readonly TermsPart[]): NumberedPart[] {
  let last = 0
  return parts.map(({ heading, slug, clauses }) => ({
    heading,
    slug,
    clauses: clauses.map((text) => {
      last += 1
      return { number: last, id: `clause-${last}`, text }
    }),
  }))
}

const idsOfPages = ['main', 'toasts', 'flash', 'logout', 'checking']

function slugOf(heading: string, place: number, taken: Set<string>): string {
  const words = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const base = /^[a-z]/.test(words) && !/^(clause|part)-\d+$/.test(words) ? words : `part-${place}`
  let slug = base
  while (taken.has(slug)) slug = `${slug}-part-${place}`
  taken.add(slug)
  return slug
}

const emptyHeading = (heading: string, line: number) =>
  wrong(line, `The heading “${heading}” has no clause below it`)

const tooLong = (what: string, kind: 'heading' | 'clause') =>
  `${what} must be ${termsLengths[kind].toLocaleString('en-GB')} characters or fewer`

function wrong(line: number, message: string) {
  const text = `Line ${line}: ${message}`
  return new Refusal('invalid', text, { errors: { termsText: text } })
}
