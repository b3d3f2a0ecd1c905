type FileLine = { name: string; size: number; sha256: string }

/** Writes a file as an event holds it: like a line of `sha256sum`, with the size in bytes. */
export const fileLine = ({ name, size, sha256 }: FileLine) => `${sha256} ${size} ${name}`

/** Reads such a line. Returns `null` for a name alone, which earlier versions stored. */
export function readFileLine(line: string): FileLine | null {
  const [, sha256, size, name] = /^([0-9a-f]{64}) (\d+) (.*)$/s.exec(line) ?? []
  return sha256 && name !== undefined ? { name, size: Number(size), sha256 } : null
}
