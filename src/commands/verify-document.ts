import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireFile } from '#db/restore.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import { checkDocument } from '#src/pdf/seal/check-document.ts'
import { fingerprintsIn } from '#src/pdf/seal/check-seal.ts'
import { sealOutcome } from '#src/ui/verify/seal-outcome.ts'
import {
  type CommandContext,
  databaseOf,
  envOf,
  type StandaloneCommand,
  UsageError,
  withReadOnlyDatabase,
} from './command.ts'

export const verifyDocument: StandaloneCommand = {
  usage: [
    'verify-document FILE   checks the seal of a document against the certificates of this installation',
    '       --certificate PEM    checks against this certificate instead, without a database; may be repeated',
  ],
  async runAlone(context, { say }, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { certificate: { type: 'string', multiple: true } },
    })
    const [path] = positionals
    if (!path || positionals.length > 1) throw new UsageError('verify-document takes one file')
    requireFile(path)
    const trusted = values.certificate
      ? await fingerprintsFrom(values.certificate)
      : await ownFingerprints(context)
    const document = await checkDocument(readFileSync(path), trusted)
    const { heading, lead, facts, notes } = sealOutcome(document)
    if (!document.ok) throw new Error([`${heading}: ${path}`, lead, ...notes].join('\n'))
    say(`${heading}: ${path}`)
    for (const line of [lead, ...notes]) say(line)
    for (const [label, value] of facts) say(`  ${label.padEnd(22)}${value}`)
  },
}

async function fingerprintsFrom(paths: string[]) {
  const lists = await Promise.all(paths.map((path) => fingerprintsIn(readFileSync(path, 'latin1'))))
  if (lists.every((list) => list.length > 0)) return lists.flat()
  throw new Error('--certificate takes a file with certificates, such as countersign.pem')
}

function ownFingerprints(context: CommandContext) {
  const env = envOf(context)
  const path = databaseOf(env)
  if (!existsSync(path)) throw new Error(`There is no ${path}. ${nameOne}`)
  return withReadOnlyDatabase(env, context, path, (store) => {
    const certificates = issuedCertificates(store)
    if (certificates.length === 0) throw new Error(`Nothing has been sealed here. ${nameOne}`)
    return certificates.map(({ fingerprint }) => fingerprint)
  })
}

const nameOne = 'Give the certificate to compare with: --certificate countersign.pem'
