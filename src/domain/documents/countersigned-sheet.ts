import type { DecisionData, SignedData } from '#src/domain/sealing/frozen-data.ts'
import { agreedLabels, poundsText } from '#src/forms/admin/agreed-terms.ts'
import { longDate } from '#src/forms/long-date.ts'
import type { ApplicationSheet, SheetFact, SheetRow } from '#src/pdf/application-sheet.ts'
import { dataFact, historyFact, type Seal, sealFact, whenRows } from './certificate-facts.ts'
import { certificateNotes, lackingIn } from './certificate-notes.ts'
import { type Answers, answerSections, changedAnswers } from './sheet-answers.ts'
import type { SheetDeps } from './sheet-company.ts'
import { directorRows } from './sheet-directors.ts'
import { customerSignature, sealedSheet } from './signed-sheet.ts'

/** The signed document that a countersigned one carries: its frozen data, its image and its sealed file. */
export type SignedInside = {
  json: string
  png: Uint8Array | null
  sha256: string
  /** UTC milliseconds. */
  sealedAt: number
}

/**
 * The countersigned document from frozen data alone. `json` is the very text that is attached as `decision.json`, `png`
 * the decider's signature.
 */
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
  const answers = data.fields as unknown as Answers
  const changes = changedAnswers(before.fields as unknown as Answers, answers)
  const directors = directorRows(data.directors, before.directors)
  const decided = decisionWord(data)
  return {
    ...sealedSheet(deps, data.application),
    kind: 'Countersigned document',
    status: decided,
    title: answers.businessName ?? 'Trade account application',
    submittedAt: whenRows(env, before.signedAt).local,
    sections: [
      { title: 'Decision', rows: [...decisionRows(data), ...agreedRows(data)] },
      ...answerSections(answers, new Set(changes.map(({ name }) => name))),
    ],
    directors,
    signatures: [...customerSignature(before, signed.png), ...supplierSignature(data, png)],
    terms: { version: before.terms.version, hash: before.terms.sha256 },
    amendmentsTitle: 'Changes between signing and decision',
    amendments: changes.map(({ name, ...change }) => ({ at: '', by: '', ...change })),
    certificate: {
      title: 'Certificate of decision',
      lead: `What the server of ${company.name} recorded when this application was decided, and how anybody can check this file.`,
      png: png && Buffer.from(png).toString('base64'),
      facts: [
        ...decisionFacts(deps, data),
        changesFact(
          changes.length,
          directors.some(({ change }) => change),
        ),
        signedFact(deps, signed),
        dataFact('decision.json', 'the decision and the record as it stood', json),
        historyFact(data.history),
        sealFact(seal),
      ],
      lacking: lackingIn('decision.json'),
      notes: certificateNotes(deps, { file: 'decision.json', person }, seal),
    },
  }
}

const person =
  'Who sat at the screen: the server knows the account that was signed in, not the person.'

const decisionWord = ({ decision }: DecisionData) =>
  decision === 'approved' ? 'Approved' : 'Rejected'

function decisionRows(data: DecisionData): SheetRow[] {
  return [
    { label: 'Decision', value: decisionWord(data) },
    { label: 'Date', value: longDate(data.financeDate) },
    { label: 'Decided by', value: data.decidedBy },
    outcome(data),
  ]
}

const outcome = ({ decision, customerCode, reason }: DecisionData): SheetRow =>
  decision === 'approved'
    ? { label: 'Customer code', value: customerCode ?? 'N/A' }
    : { label: 'Reason', value: reason ?? 'None given' }

function agreedRows({ agreed }: DecisionData): SheetRow[] {
  if (!agreed) return []
  const { creditLimit, paymentTerms, reviewDate } = agreed
  return [
    ...(creditLimit === null
      ? []
      : [{ label: agreedLabels.creditLimit, value: poundsText(creditLimit) }]),
    ...(paymentTerms === null ? [] : [{ label: agreedLabels.paymentTerms, value: paymentTerms }]),
    ...(reviewDate === null
      ? []
      : [{ label: agreedLabels.reviewDate, value: longDate(reviewDate) }]),
  ]
}

function supplierSignature(data: DecisionData, png: Uint8Array | null) {
  if (!png) return []
  const lines = decisionRows(data).slice(0, 3)
  return [{ caption: 'For the supplier', png: Buffer.from(png).toString('base64'), lines }]
}

function decisionFacts({ env, company }: SheetDeps, data: DecisionData): SheetFact[] {
  const { businessName } = data.fields as unknown as Answers
  const { label, value } = outcome(data)
  const { local, utc } = whenRows(env, data.decidedAt)
  return [
    {
      label: 'What',
      value: `${decisionWord(data)}: trade account application ${data.application}`,
      note: `Of ${businessName ?? 'N/A'}. ${label}: ${shortened(value)}`,
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
    ...agreedFact(data),
  ]
}

function agreedFact(data: DecisionData): SheetFact[] {
  const rows = agreedRows(data)
  if (rows.length === 0) return []
  return [
    { label: 'Agreed', value: rows.map(({ label, value }) => `${label}: ${value}`).join('. ') },
  ]
}

/** The first page has the whole of it. */
const shortened = (text: string) =>
  text.length > 200 ? `${text.slice(0, 200).trimEnd()}… (in full on the first page)` : text

function changesFact(answers: number, directors: boolean): SheetFact {
  const parts = [
    ...(answers > 0 ? [answers === 1 ? '1 answer' : `${answers} answers`] : []),
    ...(directors ? ['the directors'] : []),
  ]
  return {
    label: 'Changed since signing',
    value: parts.length > 0 ? parts.join(' and ') : 'Nothing',
    note:
      parts.length > 0
        ? 'Marked where they stand; the signed document inside shows what was signed'
        : 'The decision is on what was signed',
  }
}

function signedFact({ env }: SheetDeps, { sha256, sealedAt }: SignedInside): SheetFact {
  return {
    label: 'Signed document inside',
    value: 'signed.pdf',
    note: `Attached to this file with its own seal of ${whenRows(env, new Date(sealedAt).toISOString()).local}. Its SHA-256:`,
    hash: sha256,
  }
}
