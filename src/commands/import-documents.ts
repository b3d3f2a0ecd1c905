import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPlace } from '#src/domain/backup-target/open-place.ts'
import { placeOptions } from '#src/domain/maintenance/second-place.ts'
import {
  type AskIdentity,
  type DocumentFile,
  filesAt,
  filesAtPlace,
} from '#src/domain/recovery/document-files.ts'
import { importDocuments } from '#src/domain/recovery/import-documents.ts'
import type { Env } from '#src/env.ts'
import { nameOfTarget, readBackupTarget } from '#src/security/backup-target.ts'
import { type Command, UsageError } from './command.ts'
import { privateKeyOf } from './command-context.ts'

/** `import`: brings applications back from their sealed documents: files, folders, or the second place. */
export const importOfDocuments: Command = {
  usage: [
    'import [--certificate FILE.pem]... DOCUMENT.pdf|FOLDER|s3://BUCKET/PREFIX...  rebuilds applications from sealed documents',
  ],
  async run(store, { say, askSecret }, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { certificate: { type: 'string', multiple: true, default: [] } },
    })
    if (positionals.length === 0) throw new UsageError('import takes sealed documents or a folder')
    const certificates = values.certificate.map((path) => readFileSync(path, 'utf8'))
    const askIdentity = privateKeyOf(store.env, { askSecret })
    const files: DocumentFile[] = []
    for (const given of positionals) files.push(...(await filesOf(store.env, given, askIdentity)))
    const results = await importDocuments(store, files, certificates)
    for (const { path, outcome, why } of results)
      if (outcome === 'refused') say(`${path}: refused. ${why}`)
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
    const refused = count('refused')
    say(`${count('imported')} documents imported, ${count('held')} were here already.`)
    if (refused > 0) throw new Error(`${refused} were refused.`)
  },
}

/** The documents that an argument names: a bucket's, a file, or every one in a folder. */
async function filesOf(env: Env, given: string, askIdentity: AskIdentity): Promise<DocumentFile[]> {
  if (!given.startsWith('s3://')) return filesAt(given, askIdentity)
  const target = readBackupTarget(given)
  if (!target) throw new UsageError(`"${given}" is not s3://bucket/prefix`)
  const place = openPlace(placeOptions(env, target))
  return filesAtPlace(place, nameOfTarget(target), askIdentity)
}
