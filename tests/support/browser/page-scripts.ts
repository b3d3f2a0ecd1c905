import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

/** What a page imports after it has been used, and when; all other imports count as loaded with the page. */
const later = [
  'islands/registration-form/pad.ts', // the signature section opens
  'islands/registration-form/hand.ts', // a name is typed as signature
  'src/forms/fields/format-warnings.ts', // a field is left that has a format
]

export type Manifest = Record<string, Chunk>

/** What the browser build in a folder consists of, by source. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))

/** Addresses of all the files that a page loads by itself: its scripts, its islands, and what they import. */
export function scriptsOf(html: string, manifest: Manifest): string[] {
  const islands = [...html.matchAll(/<island-root data-name="(\w+)"/g)].map(
    ([, name]) => `islands/${name}.tsx`,
  )
  const found = new Set<string>()
  const load = (name: string) => {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    if (found.has(name)) return
    found.add(name)
    const atOnce = name === 'src/client.ts' ? islands : dynamicImports
    for (const next of [...imports, ...atOnce]) if (!later.includes(next)) load(next)
  }
  const scripts = [...html.matchAll(/<script type="module" src="\/([^"]+)"/g)]
  for (const [, file] of scripts) load(nameOf(file, manifest))
  return [...found].map((name) => `/${manifest[name]?.file}`)
}

/** Bytes of brotli on the wire. A file too small to be compressed counts as it is. */
export function wireSize(folder: string, file: string): number {
  const compressed = join(folder, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(folder, file)).size
}

function nameOf(file: string | undefined, manifest: Manifest): string {
  const [name] = Object.entries(manifest).find(([, chunk]) => chunk.file === file) ?? []
  if (!name) throw new Error(`The build has no ${file}`)
  return name
}
