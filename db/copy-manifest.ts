import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { hashOf } from './hash-file.ts'
import { openForReading } from './read.ts'

/** What the file beside a copy says: the copy's SHA-256, and the last event of its history as `N:HASH`. */
export type CopyManifest = { sha256: string; witness: string | null }

/** Writes the file beside a copy. `sha256sum -c` reads it too, and passes over the line of the history. */
export async function writeManifest(copy: string) {
  const witness = lastEventOf(copy)
  const lines = [
    `${await hashOf(copy)}  ${basename(copy)}`,
    ...(witness ? [`# History witness ${witness}`] : []),
  ]
  await writeFile(manifestOf(copy), `${lines.join('\n')}\n`, { mode: 0o600 })
}

/** The manifest of a copy; `null` when there is none. */
export function readManifest(copy: string): CopyManifest | null {
  if (!existsSync(manifestOf(copy))) return null
  const text = readFileSync(manifestOf(copy), 'utf8')
  const witness = /^# History witness (\S+)$/m.exec(text)?.[1] ?? null
  return { sha256: text.split(/\s/)[0] ?? '', witness }
}

/** Throws when the file beside a copy was written for other bytes. */
export async function checkManifest(copy: string) {
  const manifest = readManifest(copy)
  if (manifest && manifest.sha256 !== (await hashOf(copy)))
    throw new Error(`${copy} is not the file that ${manifestOf(copy)} was written for`)
}

const manifestOf = (copy: string) => `${copy}.sha256`

function lastEventOf(copy: string): string | null {
  const { sqlite } = openForReading(copy)
  try {
    const last = sqlite
      .prepare<[], { seq: number; hash: string }>(
        'select seq, hash from events order by seq desc limit 1',
      )
      .get()
    return last ? `${last.seq}:${last.hash}` : null
  } finally {
    sqlite.close()
  }
}
