import type { SignedData } from '#src/domain/sealing/frozen-data.ts'
import { longDate } from '#src/forms/long-date.ts'
import type { ApplicationSheet, SheetFact, SheetSignature } from '#src/pdf/application-sheet.ts'
import { dataFact, historyFact, type Seal, sealFact, whenRows } from './certificate-facts.ts'
import { certificateNotes, lackingIn } from './certificate-notes.ts'
import { type Answers, answerSections } from './sheet-answers.ts'
import { type SheetDeps, sheetCompany } from './sheet-company.ts'
import { directorRows } from './sheet-directors.ts'

/**
 * The signed document from its frozen data alone. `json` is the very text that is attached as `application.json`, `png`
 * the customer's signature.
 */
export function signedSheet(
  deps: SheetDeps,
  json: string,
  png: Uint8Array | null,
  seal: Seal,
): ApplicationSheet {
  const { env, company } = deps
  const data = JSON.parse(json) as SignedData
  const answers = data.fields as unknown as Answers
  return {
    ...sealedSheet(deps, data.application),
    kind: 'Signed document',
    status: 'Signed',
    title: answers.businessName ?? 'Trade account application',
    submittedAt: whenRows(env, data.signedAt).local,
    sections: answerSections(answers, new Set()),
    directors: directorRows(data.directors, null),
    signatures: customerSignature(data, png),
    terms: { version: data.terms.version, hash: data.terms.sha256 },
    certificate: {
      title: 'Certificate of signature',
      lead: `What the server of ${company.name} recorded when this application was signed, and how anybody can check this file.`,
      png: png && Buffer.from(png).toString('base64'),
      facts: [
        ...signingFacts(deps, data),
        dataFact('application.json', 'every answer on these pages', json),
        historyFact(data.history),
        sealFact(seal),
      ],
      lacking: lackingIn('application.json'),
      notes: certificateNotes(deps, { file: 'application.json', person }, seal),
    },
  }
}

const person = 'Who sat at the screen: nobody’s identity was checked.'

/** What every sealed document has in common: nothing of it changes after the sealing. */
export const sealedSheet = ({ company, documentLogo }: SheetDeps, id: string) => ({
  id,
  version: 0,
  locale: 'en-GB' as const,
  company: sheetCompany(company, documentLogo),
  draft: false,
  notice: null,
  amendmentsTitle: '',
  amendments: [],
  earlierAmendments: 0,
  evidence: [],
})

/** The customer's image with what stood beside it when it was signed. */
export function customerSignature(
  { fields, signature }: SignedData,
  png: Uint8Array | null,
): SheetSignature[] {
  if (!png) return []
  const { position, agreementDate } = fields as unknown as Answers
  return [
    {
      caption: 'For the customer',
      png: Buffer.from(png).toString('base64'),
      lines: [
        ...(signature?.typedName ? [{ label: 'Typed as', value: signature.typedName }] : []),
        { label: 'Position', value: position ?? 'N/A' },
        { label: 'Date of agreement', value: longDate(agreementDate ?? 'N/A') },
      ],
    },
  ]
}

function signingFacts({ env, company }: SheetDeps, data: SignedData): SheetFact[] {
  const { businessName, position, mainEmail } = data.fields as unknown as Answers
  const { local, utc } = whenRows(env, data.signedAt)
  return [
    {
      label: 'Who',
      value: businessName ?? 'N/A',
      note: `Signed as: ${position ?? 'N/A'}. Main email: ${mainEmail ?? 'N/A'}`,
    },
    {
      label: 'What',
      value: `Trade account application ${data.application}`,
      note: `Sent to ${company.name}, with all answers on the pages before this one`,
    },
    { label: 'When', value: local, note: utc },
    {
      label: 'Where from',
      value: `Network address ${data.from.address}`,
      note: `Browser: ${data.from.agent || 'gave no name'}`,
    },
    { label: 'How', ...howSigned(data.signature) },
    {
      label: 'To which terms',
      value: `Supplier terms, version ${data.terms.version}`,
      hash: data.terms.sha256,
    },
  ]
}

function howSigned(signature: SignedData['signature']): Omit<SheetFact, 'label'> {
  if (!signature) return { value: 'Without a signature image' }
  if (signature.kind === 'typed')
    return {
      value: `Typed name: ${signature.typedName ?? ''}`,
      note: 'Typed on the keyboard; the server drew the image from it',
    }
  if (!signature.hasInk)
    return {
      value: 'Blank signature image',
      note: 'The signature field was sent in, but no line can be seen in it',
    }
  return { value: 'Drawn on screen', note: 'By mouse, pen or finger in the signature field' }
}
