import { mkdirSync } from 'node:fs'
import { exportDocuments } from '#src/domain/recovery/export-documents.ts'
import { type Command, UsageError } from './command.ts'

/** `export-documents`: every sealed document as a file, with the certificates that verify them. */
export const exportOfDocuments: Command = {
  usage: ['export-documents FOLDER          writes every sealed document into a folder'],
  run(store, { say }, args) {
    const [folder, ...rest] = args
    if (!folder || rest.length > 0) throw new UsageError('export-documents takes a folder')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    say(`${exportDocuments(store, folder)} documents and their certificates are in ${folder}.`)
  },
}
