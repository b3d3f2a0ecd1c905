import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A comment as one line of text; line comments that follow each other count as one. */
export type Comment = { path: string; line: number; text: string }

/** The comments of a script or a stylesheet. */
export function commentsIn(path: string): Comment[] {
  const source = readFileSync(path, 'utf8')
  const found = path.endsWith('.css') ? inStyles(source) : parseSync(path, source).comments
  const comments: (Comment & { end: number })[] = []
  for (const { value, start, end } of found) {
    const text = value
      .replace(/^[ \t]*\*/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const before = comments.at(-1)
    if (
      before &&
      source.startsWith('//', start) &&
      /^\n[ \t]*$/.test(source.slice(before.end, start))
    )
      Object.assign(before, { text: `${before.text} ${text}`, end })
    else comments.push({ path, line: source.slice(0, start).split('\n').length, text, end })
  }
  return comments
}

const inStyles = (source: string) =>
  [...source.matchAll(/\/\*(.*?)\*\//gs)].map((match) => ({
    value: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }))
