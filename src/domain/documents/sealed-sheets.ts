import { createHash, X509Certificate } from 'node:crypto'
import { shortWitness, type Witness } from '#src/domain/audit/witness.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import type { CompanyFacts } from '#src/domain/company/company.ts'
import type { Env } from '#src/env.ts'
import { agreedLabels, poundsText } from '#src/forms/admin/decisions.ts'
import { longDate } from '#src/forms/long-date.ts'
import type {
  ApplicationSheet,
  SheetCertificate,
  SheetFact,
  SheetNote,
  SheetRow,
} from '#src/pdf/application-sheet.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import type { DecisionData, SignedData } from './freeze.ts'
import {
  answerSections,
  base64,
  changedAnswers,
  customerSignature,
  decisionRows,
  directorRows,
  outcomeRow,
  sheetCompany,
  supplierSignature,
} from './sheet-parts.ts'

/** The supplier as of the moment the document is made. */
export type SheetDeps = {
  env: Env
  documentLogo: string | null
  company: CompanyFacts
}

/** The witness is the end of the history when the document was drawn. */
export type Seal = Pick<SealKey, 'fingerprint' | 'pem' | 'expiresAt'> & { witness: Witness }

type SignedInside = {
  json: string
  png: Uint8Array | null
  sha256: string
  /** UTC milliseconds. */
  sealedAt: number
}

/** From frozen data alone. `json` is the very text that is attached, `png` the customer's signature. */
export function signedSheet(
  deps: SheetDeps,
  json: string,
  png: Uint8Array | null,
  seal: Seal,
): ApplicationSheet {
  const { env, company } = deps
  const data = JSON.parse(json) as SignedData
  return {
    ...sealedSheet(deps, data.application),
    kind: 'Signed document',
    status: 'Signed',
    title: data.fields.businessName ?? 'Trade account application',
    submittedAt: whenRows(env, data.signedAt).local,
    sections: answerSections(data.fields, new Set()),
    directors: directorRows(data.directors, null),
    signatures: png ? [customerSignature(png, data.signature?.typedName, data.fields)] : [],
    terms: { version: data.terms.version, hash: data.terms.sha256 },
    certificate: {
      title: 'Certificate of signature',
      lead: `What the server of ${company.name} recorded when this application was signed, and how anybody can check this file.`,
      png: png && base64(png),
      facts: [
        ...signingFacts(deps, data),
        dataFact('application.json', 'every answer on these pages', json),
        historyFact(seal, data, 'this signature'),
        sealFact(seal),
      ],
      ...explanation(deps, seal, {
        file: 'application.json',
        person: 'Who sat at the screen: nobody’s identity was checked.',
      }),
    },
  }
}

/** From frozen data alone. `json` is the very text that is attached, `png` the decider's signature. */
export function countersignedSheet(
  deps: SheetDeps,
  json: string,
  png: Uint8Array | null,
  seal: Seal,
  signed: SignedInside,
): ApplicationSheet {
  const { env, company } = deps
  const data = JSON.parse(json) as DecisionData
  const before = JSON.parse(signed.json) as SignedData
  const changes = changedAnswers(before.fields, data.fields)
  const directors = directorRows(data.directors, before.directors)
  const decision = decisionIn(data)
  return {
    ...sealedSheet(deps, data.application),
    kind: 'Countersigned document',
    status: decision.isRejected ? 'Rejected' : 'Approved',
    title: data.fields.businessName ?? 'Trade account application',
    submittedAt: whenRows(env, before.signedAt).local,
    sections: [
      { title: 'Decision', rows: [...decisionRows(decision), ...agreedRows(data)] },
      ...answerSections(data.fields, new Set(changes.map(({ name }) => name))),
    ],
    directors,
    signatures: [
      ...(signed.png
        ? [customerSignature(signed.png, before.signature?.typedName, before.fields)]
        : []),
      ...(png ? [supplierSignature(png, decision)] : []),
    ],
    terms: { version: before.terms.version, hash: before.terms.sha256 },
    amendmentsTitle: 'Changes between signing and decision',
    amendments: changes.map(({ name, ...change }) => ({ at: '', by: '', ...change })),
    certificate: {
      title: 'Certificate of decision',
      lead: `What the server of ${company.name} recorded when this application was decided, and how anybody can check this file.`,
      png: png && base64(png),
      facts: [
        ...decisionFacts(deps, data),
        changesFact(
          changes.length,
          directors.some(({ change }) => change),
        ),
        signedFact(deps, signed),
        dataFact('decision.json', 'the decision and the record as it stood', json),
        historyFact(seal, data, 'this decision'),
        sealFact(seal),
      ],
      ...explanation(deps, seal, {
        file: 'decision.json',
        person:
          'Who sat at the screen: the server knows the account that was signed in, not the person.',
      }),
    },
  }
}

const sealedSheet = ({ company, documentLogo }: SheetDeps, id: string) => ({
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

function signingFacts({ env, company }: SheetDeps, data: SignedData): SheetFact[] {
  const { businessName, position, mainEmail } = data.fields
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

const decisionIn = (data: DecisionData) => ({
  isRejected: data.decision === 'rejected',
  date: data.financeDate,
  by: data.decidedBy,
  customerCode: data.customerCode,
  reason: data.reason,
})

function agreedRows({ agreed }: DecisionData): SheetRow[] {
  if (!agreed) return []
  const { creditLimit, paymentTerms, reviewDate } = agreed
  const rows = [
    { label: agreedLabels.creditLimit, value: creditLimit === null ? '' : poundsText(creditLimit) },
    { label: agreedLabels.paymentTerms, value: paymentTerms ?? '' },
    { label: agreedLabels.reviewDate, value: reviewDate === null ? '' : longDate(reviewDate) },
  ]
  return rows.filter(({ value }) => value !== '')
}

function decisionFacts({ env, company }: SheetDeps, data: DecisionData): SheetFact[] {
  const decision = decisionIn(data)
  const { label, value } = outcomeRow(decision)
  const { local, utc } = whenRows(env, data.decidedAt)
  const agreed = agreedRows(data).map(({ label, value }) => `${label}: ${value}`)
  return [
    {
      label: 'What',
      value: `${decision.isRejected ? 'Rejected' : 'Approved'}: trade account application ${data.application}`,
      note: `Of ${data.fields.businessName ?? 'N/A'}. ${label}: ${shortened(value)}`,
    },
    {
      label: 'Who decided',
      value: data.decidedBy,
      note: `For ${company.name}, in its back office. ${
        data.signature
          ? 'The signature is the one kept on this account'
          : 'This account keeps no signature'
      }`,
    },
    { label: 'When', value: local, note: utc },
    ...(agreed.length > 0 ? [{ label: 'Agreed', value: agreed.join('. ') }] : []),
  ]
}

const shortened = (text: string) =>
  text.length > 200 ? `${text.slice(0, 200).trimEnd()}… (in full on the first page)` : text

function changesFact(answers: number, directors: boolean): SheetFact {
  const parts = [
    ...(answers > 0 ? [answers === 1 ? '1 answer' : `${answers} answers`] : []),
    ...(directors ? ['the directors'] : []),
  ]
  if (parts.length === 0)
    return {
      label: 'Changed since signing',
      value: 'Nothing',
      note: 'The decision is on what was signed',
    }
  return {
    label: 'Changed since signing',
    value: parts.join(' and '),
    note: 'Marked where they stand; the signed document inside shows what was signed',
  }
}

function signedFact({ env }: SheetDeps, { sha256, sealedAt }: SignedInside): SheetFact {
  return {
    label: 'Signed document inside',
    value: 'signed.pdf',
    note: `Attached to this file with its own seal of ${exactInstant(env.APP_TIMEZONE, sealedAt)}. Its SHA-256:`,
    hash: sha256,
  }
}

function whenRows({ APP_TIMEZONE }: Env, instant: string) {
  const at = Date.parse(instant)
  return {
    local: exactInstant(APP_TIMEZONE, at),
    utc: `${exactInstant('UTC', at)}, by the server’s clock`,
  }
}

const dataFact = (file: string, holds: string, json: string): SheetFact => ({
  label: 'Data inside',
  value: file,
  note: `Attached to this file: ${holds}, in a form that programs read. Its SHA-256:`,
  hash: createHash('sha256').update(json, 'utf8').digest('hex'),
})

const historyFact = (
  { witness }: Seal,
  { history }: SignedData | DecisionData,
  what: string,
): SheetFact => ({
  label: 'Place in the history',
  value: `Witness ${shortWitness(witness)}`,
  note: `Event ${numberOf(witness)} of the supplier’s history. Each event covers all before it, and event ${numberOf(history)}, ${what}, holds the SHA-256 of the data above. The hash of event ${numberOf(witness)}:`,
  hash: witness.hash,
})

const numberOf = ({ event }: { event: number }) => event.toLocaleString('en-GB')

function sealFact(seal: Seal): SheetFact {
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

/** Node puts each part of a name on its own line, such as `CN=Example Ltd`. */
const nameIn = (name: string): string =>
  /^CN=(.*)$/m.exec(name)?.[1] ?? /^O=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

function explanation(
  { env, company }: SheetDeps,
  seal: Seal,
  { file, person }: { file: string; person: string },
): Pick<SheetCertificate, 'lacking' | 'notes'> {
  const { own, subject, issuer } = sealNames(seal)
  const notes: SheetNote[] = [
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
  const lacking = `Letters that this typeface lacks are printed as \uFFFD. The attached ${file} has every letter.`
  return { lacking, notes }
}
