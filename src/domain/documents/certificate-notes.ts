import type { Deps } from '#src/deps.ts'
import type { SheetNote } from '#src/pdf/application-sheet.ts'
import { type Seal, sealNames } from './certificate-facts.ts'

/** How anybody can check the file, and what that shows and does not; `file` is the data attached to it. */
export function certificateNotes(
  { APP_URL, COMPANY_NAME }: Deps['env'],
  file: string,
  seal: Seal,
): SheetNote[] {
  const { own, subject, issuer } = sealNames(seal)
  return [
    {
      title: 'How to check this file',
      paragraphs: [
        `Open ${APP_URL}/verify and choose the file. The page says whether it was issued here, when, and whether a later document took its place.`,
        `Without that page: "pdfsig FILE.pdf" must say that the signature is valid and covers the total document. "pdfdetach -saveall FILE.pdf" takes out the data, and "openssl dgst -sha256 ${file}" must print the SHA-256 above. The steps with openssl alone stand on that page.`,
        `Compare the seal's fingerprint with the one that ${COMPANY_NAME} gives you by phone or letter, not only with this page.`,
      ],
    },
    {
      title: 'What it proves',
      paragraphs: [
        'Not one byte of this file has changed since it was sealed, and it was sealed with the key that belongs to the fingerprint above. What is recorded here was recorded at that time and not written later.',
      ],
    },
    {
      title: 'What it does not prove',
      paragraphs: [
        'Who sat at the screen: nobody’s identity was checked. The times are those of the server’s clock, unless the seal carries the time stamp of an outside authority, which PDF readers show.',
        own
          ? 'The certificate is the installation’s own, so PDF readers call it unknown. It shows that the file comes from this installation; the name in it is only as sure as the fingerprint you compared.'
          : `That the name ${subject} is true is vouched for by ${issuer}, as far as you trust them.`,
      ],
    },
  ]
}
