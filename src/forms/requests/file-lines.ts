type FileLine = { name: string; size: number; sha256: string }

/** How an event holds a file: as `sha256sum` prints one, with the size in bytes. */
export const fileLine = ({ name, size, sha256 }: FileLine) => `${sha256} ${size} ${name}`

/** `null` for a name alone, which is what earlier versions stored. */
export function readFileLine(line: string): FileLine | null {
  const [, sha256, size, name] = /^([0-9a-f]{64}) (\d+) (.*)$/s.exec(line) ?? []
  return sha256 && name !== undefined ? { name, size: Number(size), sha256 } : null
}
