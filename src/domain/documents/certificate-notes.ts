import type { SheetNote } from '#src/pdf/application-sheet.ts'
import { type Seal, sealNames } from './certificate-facts.ts'
import type { SheetDeps } from './sheet-company.ts'

type Attested = {
  /** The data that is attached to the file. */
  file: string
  /** What the server does not know of the person. */
  person: string
}

/** How anybody can check the file, and what that shows and does not. */
export function certificateNotes(
  { env, company }: SheetDeps,
  { file, person }: Attested,
  seal: Seal,
): SheetNote[] {
  const { own, subject, issuer } = sealNames(seal)
  return [
    {
      title: 'How to check this file',
      paragraphs: [
        `Open ${env.APP_URL}/verify and choose the file. The page says whether it was issued here, when, and whether a later document took its place.`,
        `Compare the seal’s fingerprint with the one that ${company.name} gives you by phone or letter, not only with this page.`,
        'Without that page: the first command must call the signature valid and the total document signed; the last must print the SHA-256 of the data above. A SHA-256 is a number that no other file has.',
      ],
      commands: ['pdfsig FILE.pdf', 'pdfdetach -saveall FILE.pdf', `openssl dgst -sha256 ${file}`],
    },
    {
      title: 'What it proves',
      paragraphs: [
        'Not one byte of this file has changed since it was sealed, and it was sealed with the key that belongs to the fingerprint above.',
        'Backups and later documents carry witnesses of the same history. Had it been rewritten since, they would no longer match.',
      ],
    },
    {
      title: 'What it does not prove',
      paragraphs: [
        person,
        'The times are those of the server’s clock, unless the seal carries the timestamp of an outside authority, which PDF readers show.',
        own
          ? 'The certificate is the installation’s own, so PDF readers call it unknown. The name in it is only as sure as the fingerprint you compared.'
          : `The name ${subject} in the certificate is vouched for by ${issuer}, and is as sure as your trust in them.`,
      ],
    },
  ]
}

/** For names in scripts that the document's typeface has no letters for. */
export const lackingIn = (file: string) =>
  `Letters that this typeface lacks are printed as \uFFFD. The attached ${file} has every letter.`
