import { createHash, X509Certificate } from 'node:crypto'
import { shortWitness, type Witness } from '#src/domain/audit/witness.ts'
import { longDate } from '#src/forms/dates.ts'
import type { SheetCertificate, SheetFact, SheetNote } from '#src/pdf/application-sheet.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import type { DecisionData, SignedData } from './freeze.ts'
import type { SheetDeps } from './sealed-sheets.ts'

/** `witness` is the newest event of the history at the time when the document was drawn. */
export type Seal = Pick<SealKey, 'fingerprint' | 'pem' | 'expiresAt'> & { witness: Witness }

export const dataFact = (file: string, holds: string, json: string): SheetFact => ({
  label: 'Data inside',
  value: file,
  note: `Attached to this file: ${holds}, in a form that programs read. Its SHA-256:`,
  hash: createHash('sha256').update(json, 'utf8').digest('hex'),
})

export const historyFact = (
  { witness }: Seal,
  { history }: SignedData | DecisionData,
  what: string,
): SheetFact => ({
  label: 'Audit trail position',
  value: `Entry ${numberOf(history)}, ${what}`,
  note: `It holds the SHA-256 of the data above. When this file was made, the newest entry was ${shortWitness(witness)}, which covers all entries before it. The hash of entry ${numberOf(witness)}:`,
  hash: witness.hash,
})

const numberOf = ({ event }: { event: number }) => event.toLocaleString('en-GB')

export function sealFact(seal: Seal): SheetFact {
  const { own, subject, issuer } = sealNames(seal)
  const until = `valid until ${longDate(new Date(seal.expiresAt).toISOString().slice(0, 10))}`
  return {
    label: 'Seal',
    value: own ? `Made by this installation for ${subject}` : `${subject}, issued by ${issuer}`,
    note: `A digital signature over the whole file. Certificate ${until}. Its fingerprint, SHA-256:`,
    hash: seal.fingerprint,
  }
}

function sealNames({ pem }: Seal): { own: boolean; subject: string; issuer: string } {
  const { subject, issuer } = new X509Certificate(pem)
  return { own: subject === issuer, subject: nameIn(subject), issuer: nameIn(issuer) }
}

/** Returns the short form of a name. Node writes each part of the name on its own line, such as `CN=Example Ltd`. */
const nameIn = (name: string): string =>
  /^CN=(.*)$/m.exec(name)?.[1] ?? /^O=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

export function explanation(
  { env, company }: SheetDeps,
  seal: Seal,
  { file, person, signature }: { file: string; person: string; signature: string[] },
): Pick<SheetCertificate, 'notes'> {
  const { own, subject, issuer } = sealNames(seal)
  const notes: SheetNote[] = [
    {
      title: 'How to check this file',
      paragraphs: [
        `Open ${env.APP_URL}/verify and choose the file. The page says whether it was issued here, when, and whether a later document took its place.`,
        `Compare the seal’s fingerprint with the one that ${company.name} gives you by phone or letter, not only with this page.`,
        'Without that page: the first command must print “Signature is Valid” and “Total document signed”; the last must print the SHA-256 of the data above. A SHA-256 is a number that no other file has.',
      ],
      commands: ['pdfsig FILE.pdf', 'pdfdetach -saveall FILE.pdf', `openssl dgst -sha256 ${file}`],
    },
    { title: 'What kind of signature this is', paragraphs: signature },
    {
      title: 'What it proves',
      paragraphs: [
        'Not one byte of this file has changed since it was sealed, and it was sealed with the key that belongs to the fingerprint above.',
        'Backups and later documents carry positions of the same audit trail. Had it been rewritten since, they would no longer match.',
      ],
    },
    {
      title: 'What it does not prove',
      paragraphs: [
        person,
        'That anybody read the supplier terms: it is not recorded whether they were opened.',
        'When, to an outsider: the times are those of the server’s clock, unless the seal carries the timestamp of an outside authority, which PDF readers show.',
        own
          ? 'The certificate is the installation’s own, so PDF readers call it unknown. The name in it is only as sure as the fingerprint you compared.'
          : `The name ${subject} in the certificate is vouched for by ${issuer}, and is as sure as your trust in them.`,
      ],
    },
  ]
  return { notes }
}
