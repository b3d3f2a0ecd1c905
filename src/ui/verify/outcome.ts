import type { DocumentLookup, IssuedDocument } from '#src/forms/verify/document.ts'

export type Outcome = {
  tone: 'good' | 'changed' | 'unknown' | 'failed'
  heading: string
  lead: string
  facts: [label: string, value: string][]
  notes: string[]
}

export type Checked =
  | { by: 'file'; sha256: string; isSealed: boolean }
  | { by: 'sha256'; sha256: string }

export type Speaker = { company: string; timezone: string }

export function outcomeOf(lookup: DocumentLookup, checked: Checked, speaker: Speaker): Outcome {
  const hash: [string, string] = ['SHA-256', inGroups(checked.sha256)]
  if (!lookup.issued) return { ...notIssued(checked), facts: [hash] }
  const { kind, frozenAt, sealedAt } = lookup
  const time = (instant: string) => timeIn(speaker.timezone).format(Date.parse(instant))
  return {
    ...standing(lookup, checked),
    lead: checked.by === 'file' ? whatItIs(kind, speaker.company) : whatToCompare,
    facts: [
      ['Document', kindNames[kind]],
      [kind === 'signed' ? 'Signed' : 'Decided', time(frozenAt)],
      ['Sealed', time(sealedAt)],
      hash,
    ],
  }
}

type Kind = IssuedDocument['kind']

const kindNames: Record<Kind, string> = {
  signed: 'Signed document',
  // Strangers must not learn whether the decision approves or rejects.
  countersigned: 'Decision document',
}

const whatItIs = (kind: Kind, company: string) =>
  kind === 'signed'
    ? `This is the application to ${company} that was signed and sealed here, unchanged.`
    : `This is the decision that ${company} issued, unchanged.`

const whatToCompare =
  'A document with this SHA-256 was issued here. A link or a number alone says nothing about your file: check the file itself too.'

function standing(
  lookup: IssuedDocument,
  { by }: Checked,
): Pick<Outcome, 'tone' | 'heading' | 'notes'> {
  const notes = [
    lookup.erased && erased,
    lookup.superseded && superseded[lookup.kind],
    lookup.amended && amended,
  ].filter((note) => note !== false)
  const later = laterOf(lookup)
  if (later) return { tone: 'changed', heading: `Issued here, ${later}`, notes }
  return {
    tone: 'good',
    heading: by === 'file' ? 'Issued here and unchanged' : 'Issued here',
    notes,
  }
}

/** Returns the gravest later change. A decision on a signed application is expected, so it is not one. */
function laterOf({ kind, erased, superseded, amended }: IssuedDocument) {
  if (erased) return 'content erased since'
  if (superseded && kind === 'countersigned') return 'replaced by a later decision'
  return amended ? 'details amended since' : null
}

const erased =
  'The content has been erased here since, for example because a person asked for it. Only the SHA-256, the times and the kind of document remain.'

const superseded: Record<Kind, string> = {
  signed: 'The application has been decided since. The decision document shows the decision.',
  countersigned: 'There is a later decision on this application, which replaces this one.',
}

const amended =
  'Some details have been changed since. This document shows them as they were when it was sealed.'

const notIssued = (checked: Checked): Omit<Outcome, 'facts'> => ({
  tone: 'unknown',
  heading: 'Not issued here',
  ...(checked.by === 'sha256' ? unknownNumber : checked.isSealed ? otherFile : noSeal),
})

const changed = 'The file was changed after it was issued. The smallest change counts.'
const resaved = 'It was printed and scanned, or a PDF program or an email filter saved it again.'
const currentView = 'It shows the current state of an application and is not the sealed document.'
const elsewhere = 'It was issued elsewhere, for example by another company.'

const unknownNumber = {
  lead: 'No document with this SHA-256 was issued here. Possible reasons:',
  notes: [changed, resaved, currentView, elsewhere, 'The number was copied with a mistake.'],
}

const otherFile = {
  lead: 'No document exactly like this file was issued here. Ask for the file again before you rely on it. Possible reasons:',
  notes: [changed, resaved, elsewhere],
}

const noSeal = {
  lead: 'This file has no seal of ours, and every signed or countersigned document has one. Do not rely on it as one of those: ask for the file again. Possible reasons:',
  notes: [currentView, resaved, 'It was changed or forged, and the seal removed.', elsewhere],
}

/** Returns a text such as '3 March 2026 at 14:02:09 GMT'. */
const timeIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'long' })

/** The class of a fact that is a hash. */
export const hashClass = (value: string) => (/^([0-9A-F]{4} ?){16}$/.test(value) ? 'hex' : '')

export const inGroups = (hex: string) => hex.toUpperCase().replace(/.{4}(?!$)/g, '$& ')

export const whereItGoes = {
  /** The text without scripts, and until they run. */
  sent: 'The file is sent to this server, which calculates a number from it (its SHA-256) and keeps nothing. At most 10 MB.',
  /** The text with scripts, on a secure connection. */
  stays:
    'Choose the file, or drop it on this page. It stays on your device: your browser calculates a number from it (its SHA-256) and sends only that. At most 10 MB.',
  /** The text with scripts over plain http, where browsers cannot calculate a SHA-256. */
  insecure:
    'This page was not loaded over https, so your browser cannot calculate the SHA-256. The file is sent to this server, which calculates it and keeps nothing. At most 10 MB.',
} as const

export const checking = (name: string) => `Checking ${name}...`

export const notCheckedYet = (lead: string): Outcome => ({
  tone: 'failed',
  heading: 'Not checked yet',
  lead,
  facts: [],
  notes: [],
})

export const offline =
  'Unable to connect. The file is still chosen: press Check Document to try again.'
