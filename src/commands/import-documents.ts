import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importDocuments } from '#src/domain/recovery/import-documents.ts'
import { type Command, UsageError } from './command.ts'

/** `import`: brings applications back from their sealed documents, each file or every PDF in a folder. */
export const importOfDocuments: Command = {
  usage: [
    'import [--certificate FILE.pem]... DOCUMENT.pdf|FOLDER...          rebuilds applications from sealed documents',
  ],
  async run(store, { say }, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { certificate: { type: 'string', multiple: true, default: [] } },
    })
    if (positionals.length === 0) throw new UsageError('import takes sealed documents or a folder')
    const certificates = values.certificate.map((path) => readFileSync(path, 'utf8'))
    const results = await importDocuments(store, positionals.flatMap(documentsIn), certificates)
    for (const { path, outcome, why } of results)
      if (outcome === 'refused') say(`${path}: refused. ${why}`)
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
    const refused = count('refused')
    say(`${count('imported')} documents imported, ${count('held')} were here already.`)
    if (refused > 0) throw new Error(`${refused} were refused.`)
  },
}

/** A file, or every PDF in a folder and its sub-folders. */
function documentsIn(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.pdf$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
