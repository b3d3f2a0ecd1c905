import { exactInstant, longInstant } from '#src/domain/calendar.ts'
import type { CompanyFacts } from '#src/domain/company/company.ts'
import type { Env } from '#src/env.ts'
import { agreedFacts } from '#src/forms/admin/decisions.ts'
import { roleLabels } from '#src/forms/admin/roles.ts'
import { longDate } from '#src/forms/dates.ts'
import { consentByCall } from '#src/forms/terms/terms-parts.ts'
import type { ApplicationSheet, SheetFact } from '#src/pdf/application-sheet.ts'
import { dataFact, explanation, historyFact, type Seal, sealFact } from './certificate-page.ts'
import type { DecisionData, SignedData, Staff } from './freeze.ts'
import {
  answerSections,
  base64,
  changedAnswers,
  customerSignature,
  type Decision,
  dayOfSigning,
  deciderName,
  decisionRows,
  directorRows,
  directorsEdit,
  editorsOf,
  eventRows,
  isOtherDay,
  lackingLetters,
  questionSection,
  sheetCompany,
  signerName,
  supplierSignature,
} from './sheet-parts.ts'

export type SheetDeps = {
  env: Env
  documentLogo: string | null
  company: CompanyFacts
}

export const termsFile = 'terms.json'
export const termsTextFile = 'terms.txt'
export const signatureFile = 'signature.png'

type SignedInside = {
  json: string
  png: Uint8Array | null
  sha256: string
  /** In milliseconds since 1970, UTC. */
  sealedAt: number
}

/** Returns the signed sheet, from frozen data alone. `json` is the attached text, `png` the customer's signature. */
export function signedSheet(
  deps: SheetDeps,
  json: string,
  png: Uint8Array | null,
  seal: Seal,
  hasTerms: boolean,
): ApplicationSheet {
  const { env, company } = deps
  const data = JSON.parse(json) as SignedData
  return {
    ...sealedSheet(deps, data.application),
    lacking: lackingLetters('The attached application.json'),
    kind: 'Signed document',
    status: 'Signed',
    title: data.fields.businessName ?? 'Trade account application',
    submittedAt: submittedOn(env, data),
    sections: answerSections({
      answers: data.fields,
      directors: directorRows(data.directors, null),
      changed: new Set(),
      isSigned: png !== null,
    }),
    signatures: signedBy(env, data, png),
    ...agreedTo(data),
    certificate: {
      title: 'Certificate of signature',
      lead: `What the server of ${company.name} recorded when this application was signed, and how anybody can check this file.`,
      png: png && base64(png),
      facts: [
        ...signingFacts(deps, data, hasTerms),
        dataFact('application.json', 'every answer on these pages', json),
        historyFact(seal, data, 'this signature'),
        sealFact(seal),
      ],
      ...eventRows(env.APP_TIMEZONE, data.events),
      ...explanation(deps, seal, {
        file: 'application.json',
        person: data.request
          ? `Who reads the mailbox ${data.request.email}, and who sat at the screen: nobody’s identity was checked.`
          : 'Who sat at the screen: nobody’s identity was checked.',
        signature: [
          'A simple electronic signature in the sense of article 3(10) of the eIDAS regulation (EU and UK). A court may not refuse it because it is electronic (article 25).',
          'An advanced one (article 26) would also need the signer’s identity checked before, and a key that only the signer controls; a qualified one a certificate and device of a qualified provider.',
        ],
      }),
    },
  }
}

/**
 * Returns the countersigned sheet, from frozen data alone. `json` is the attached text, `png` the decider's signature.
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
  const changes = changedAnswers(before.fields, data.fields)
  const directors = directorRows(data.directors, before.directors)
  const isListChanged = directors.some(({ change }) => change)
  const edits = [
    ...changes,
    ...(isListChanged ? [directorsEdit(before.directors, data.directors)] : []),
  ]
  const edited = (data.events ?? []).flatMap(({ fields = [] }) => fields)
  const decision = decisionIn(data)
  return {
    ...sealedSheet(deps, data.application),
    lacking: lackingLetters('The attached decision.json'),
    kind: decision.isRejected ? 'Decision document' : 'Countersigned document',
    status: decision.isRejected ? 'Rejected' : 'Approved',
    title: data.fields.businessName ?? 'Trade account application',
    submittedAt: submittedOn(env, before),
    sections: [
      {
        title: 'Decision',
        rows: [...decisionRows(decision), ...(data.agreed ? agreedFacts(data.agreed) : [])],
      },
      ...questionSection(env.APP_TIMEZONE, data.requests),
      ...answerSections({
        answers: data.fields,
        directors,
        changed: new Set(changes.map(({ name }) => name)),
        isSigned: signed.png !== null,
      }),
    ],
    signatures: [
      ...signedBy(env, before, signed.png),
      supplierSignature(company.name, png, decision),
    ],
    ...agreedTo(before),
    amendmentsTitle: 'Changes between signing and decision',
    amendments: edits
      .toSorted((a, b) => edited.lastIndexOf(a.name) - edited.lastIndexOf(b.name))
      .map(({ name, ...edit }) => ({
        by: editorsOf(env.APP_TIMEZONE, data.events, name),
        ...edit,
      })),
    certificate: {
      title: 'Certificate of decision',
      lead: `What the server of ${company.name} recorded when this application was decided, and how anybody can check this file.`,
      png: png && base64(png),
      facts: [
        ...decisionFacts(deps, data),
        changesFact(changes.length, isListChanged),
        signedFact(deps, signed),
        dataFact('decision.json', 'the decision and the record as it stood', json),
        historyFact(seal, data, data.correction ? 'this correction' : 'this decision'),
        sealFact(seal),
      ],
      ...eventRows(env.APP_TIMEZONE, data.events, data.receipt, data.requests),
      ...explanation(deps, seal, {
        file: 'decision.json',
        person:
          'Who sat at the screen: the server knows the account that was signed in, not the person.',
        signature: [
          'The customer’s is a simple electronic signature in the sense of article 3(10) of the eIDAS regulation (EU and UK), as the signed document inside says.',
          `${company.name} answers for this decision by its seal over the whole file.`,
        ],
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
})

const submittedOn = ({ APP_TIMEZONE }: Env, { signedAt }: SignedData) =>
  longInstant(APP_TIMEZONE, Date.parse(signedAt))

const agreedTo = ({ consent, terms }: SignedData) => ({
  consent: consent === consentByCall ? null : (consent ?? null),
  terms: { version: terms.version, hash: terms.sha256 },
})

const signedBy = ({ APP_TIMEZONE }: Env, data: SignedData, png: Uint8Array | null) =>
  png
    ? [
        customerSignature({
          png,
          typedName: data.signature?.typedName ?? null,
          fields: data.fields,
          day: dayOfSigning(APP_TIMEZONE, data),
        }),
      ]
    : []

function signingFacts(
  { env, company }: SheetDeps,
  data: SignedData,
  hasTerms: boolean,
): SheetFact[] {
  const { businessName, position, mainEmail, agreementDate } = data.fields
  const { local, utc } = whenRows(env, data.signedAt)
  const name = signerName(data.fields, data.signature?.typedName)
  const day = dayOfSigning(env.APP_TIMEZONE, data)
  const { version, sha256 } = data.terms
  return [
    {
      label: 'Who',
      value: name ?? businessName ?? 'N/A',
      note: `${position ?? 'N/A'}${name ? ` of ${businessName ?? 'N/A'}` : ''}. Main email: ${mainEmail ?? 'N/A'}`,
    },
    {
      label: 'What',
      value: `Trade account application ${data.application}`,
      note: `Sent to ${company.name}, with all answers on the pages before this one`,
    },
    { label: 'When', value: local, note: utc },
    ...(isOtherDay(agreementDate, day)
      ? [
          {
            label: 'Date of agreement',
            value: `${longDate(agreementDate ?? '')}, as typed`,
            note: `Not the day of signing, which was ${longDate(day)} by the server’s clock`,
          },
        ]
      : []),
    {
      label: 'Where from',
      value: `Network address ${data.from.address}`,
      note: `Browser: ${data.from.agent || 'gave no name'}`,
    },
    { label: 'How', ...howSigned(data.signature) },
    ...requestFact(env, data),
    ...consentFact(data),
    {
      label: 'Terms',
      value: `Supplier terms, version ${version}`,
      note: `${hasTerms ? `${termsAttached(data)} Also at` : 'At'} ${env.APP_URL}/terms-conditions?version=${encodeURIComponent(version)}. SHA-256:`,
      hash: sha256,
    },
  ]
}

const termsAttached = ({ format }: SignedData) =>
  format === 'countersign-signed-3'
    ? `Attached as ${termsTextFile}, which has the SHA-256 below.`
    : `Attached as ${termsTextFile} to read, and as ${termsFile}, which has the SHA-256 below.`

function requestFact({ APP_TIMEZONE }: Env, { request }: SignedData): SheetFact[] {
  if (!request) return []
  const at = (instant: string) => exactInstant(APP_TIMEZONE, Date.parse(instant))
  const { name, email, askedBy, askedAt, askedFrom, sentAt, openedAt } = request
  const asked = `Asked for by ${askedBy || 'the applicant'} on ${at(askedAt)}${askedFrom ? `, network address ${askedFrom}` : ''}, for ${name}`
  const opened = openedAt ? `. Opened on ${at(openedAt)}` : ''
  return [
    {
      label: 'On request',
      value: `Signed through the link that was sent to ${email} on ${at(sentAt ?? askedAt)}`,
      note: `${asked}${opened}`,
    },
  ]
}

function consentFact({ consent }: SignedData): SheetFact[] {
  if (!consent) return []
  const label = 'Agreed to'
  if (consent === consentByCall)
    return [{ label, value: 'By call', note: 'A program signed, and was shown no sentence' }]
  return [{ label, value: consent, note: 'The sentence next to the signature' }]
}

function howSigned(signature: SignedData['signature']): Omit<SheetFact, 'label'> {
  if (!signature) return { value: 'Without a signature image' }
  if (signature.kind === 'typed')
    return {
      value: `Typed name: ${signature.typedName ?? ''}`,
      note: `Typed on the keyboard; the server drew the image from it. ${attached}`,
    }
  if (!signature.hasInk)
    return {
      value: 'Blank signature image',
      note: `The signature field was sent in, but no line can be seen in it. ${attached}`,
    }
  return {
    value: 'Drawn on screen',
    note: `By mouse, pen or finger in the signature field. ${attached}`,
  }
}

const attached = `The image is attached as ${signatureFile}`

const decisionIn = (data: DecisionData): Decision => ({
  isRejected: data.decision === 'rejected',
  date: data.financeDate,
  by: data.decidedBy,
  decider: data.decider ?? null,
  customerCode: data.customerCode,
  accountType: data.fields.accountType,
  reason: data.reason,
})

function decisionFacts({ env, company }: SheetDeps, data: DecisionData): SheetFact[] {
  const decision = decisionIn(data)
  const { local, utc } = whenRows(env, data.decidedAt)
  return [
    {
      label: 'What',
      value: `${decision.isRejected ? 'Rejected' : 'Approved'}: trade account application ${data.application}`,
      note: `Of ${data.fields.businessName ?? 'N/A'}, with the outcome on the first page`,
    },
    {
      label: 'Who decided',
      value: deciderName(decision),
      note: deciderNote(company.name, data),
    },
    { label: 'When', value: local, note: utc },
    ...(data.decider?.address
      ? [{ label: 'Where from', value: `Network address ${data.decider.address}` }]
      : []),
    ...correctionFact(env, company, data),
    ...mailboxFact(env, data),
  ]
}

function deciderNote(company: string, { decider, decidedBy, signature }: DecisionData): string {
  const drawn = signature
    ? `The signature is the one kept on this account, attached as ${signatureFile}`
    : 'Decided without a drawn signature'
  if (!decider) return `For ${company}, in its back office. ${drawn}`
  const { proposedBy } = decider
  return [
    staffNote(company, decider, decidedBy),
    ...(proposedBy ? [`Proposed by ${proposedBy.name ?? proposedBy.username}`] : []),
    drawn,
  ].join('. ')
}

const staffNote = (company: string, { role, signIn }: Staff, username: string) =>
  `For ${company}. Signed in to its back office as ${username} (${roleLabels[role].toLowerCase()}), ${signInWords[signIn]}`

const signInWords = {
  password: 'with a password',
  'two-steps': 'with a password and a second step',
  provider: 'through its identity provider',
}

function correctionFact(env: Env, { name }: CompanyFacts, data: DecisionData): SheetFact[] {
  const { correction, customerCode } = data
  if (!correction) return []
  const { username, codeBefore, at, address } = correction
  const when = exactInstant(env.APP_TIMEZONE, Date.parse(at))
  return [
    {
      label: 'Code corrected by',
      value: correction.name ?? username,
      note: `From ${codeBefore ?? 'none'} to ${customerCode ?? 'none'}, ${when}${address ? `, network address ${address}` : ''}. ${staffNote(name, correction, username)}`,
    },
  ]
}

/** Returns what the document says about the customer's mailbox. Documents from before the second format say nothing. */
function mailboxFact({ APP_TIMEZONE }: Env, { mailbox }: DecisionData): SheetFact[] {
  if (mailbox === undefined) return []
  const label = 'Customer’s mailbox'
  if (mailbox === null)
    return [
      {
        label,
        value: 'Not confirmed',
        note: 'Nobody had set a password with a link that was sent to it',
      },
    ]
  const how = mailboxWords[mailbox.by]
  const at = exactInstant(APP_TIMEZONE, Date.parse(mailbox.at))
  return [
    { label, value: mailbox.address, note: `${how} through a link that was sent to it, ${at}` },
  ]
}

const mailboxWords = {
  password: 'A password was set',
  link: 'Confirm was pressed',
  signature: 'The application was signed',
}

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
  const [local, utc] = [exactInstant(APP_TIMEZONE, at), exactInstant('UTC', at)]
  const isSame = local.replace(/ GMT$/, ' UTC') === utc
  return { local, utc: isSame ? 'By the server’s clock' : `${utc}, by the server’s clock` }
}
