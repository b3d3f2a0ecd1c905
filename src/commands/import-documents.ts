import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkIdentity } from '#src/domain/backup-target/age.ts'
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
import { nameOfTarget } from '#src/security/backup-target.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { backupLocation, identityFrom } from './second-place/location.ts'

/** `import`: brings applications back from their sealed documents: files, folders, or the second place. */
export const importOfDocuments: Command = {
  usage: [
    'import [--certificate FILE.pem]... DOCUMENT.pdf|FOLDER|s3://BUCKET/PREFIX...  rebuilds applications from sealed documents',
  ],
  async run(store, terminal, args) {
    const { say } = terminal
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { certificate: { type: 'string', multiple: true, default: [] } },
    })
    if (positionals.length === 0) throw new UsageError('import takes sealed documents or a folder')
    const certificates = values.certificate.map((path) => readFileSync(path, 'utf8'))
    const askIdentity = askedOnce(store.env, terminal)
    const files: DocumentFile[] = []
    for (const given of positionals) files.push(...(await filesOf(store.env, given, askIdentity)))
    const results = await importDocuments(store, files, certificates)
    for (const { path, outcome, why } of results)
      if (outcome === 'refused') say(`${printable(path)}: refused. ${why}`)
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
    const refused = count('refused')
    say(`Imported: ${count('imported')}. Already here: ${count('held')}.`)
    if (refused > 0) throw new Error(`Refused: ${refused}.`)
  },
}

/** A stranger may have named the file, and a terminal obeys control characters. */
const printable = (path: string) => path.replace(/\p{C}/gu, '?')

/** The documents that an argument names: a bucket's, a file, or every one in a folder. */
async function filesOf(env: Env, given: string, askIdentity: AskIdentity): Promise<DocumentFile[]> {
  const target = backupLocation(given)
  if (target?.kind !== 's3') return filesAt(given, askIdentity)
  const place = openPlace(placeOptions(env, target))
  return filesAtPlace(place, nameOfTarget(target), askIdentity)
}

/** Throws when what was given is no private key: no file would open. */
function askedOnce(env: Env, terminal: Terminal): AskIdentity {
  let asked: Promise<string> | null = null
  return async () => {
    asked ??= identityFrom(env, terminal)
    const identity = await asked
    checkIdentity(identity)
    return identity
  }
}
