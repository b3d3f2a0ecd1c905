import type { CheckedDocument } from '#src/pdf/seal/check-document.ts'
import { inGroups, type Outcome } from './outcome.ts'

/** Returns the outcome for the offline checker and the command line, which know only the file and its certificate. */
export function sealOutcome(document: CheckedDocument): Outcome {
  const hash: [string, string] = ['SHA-256 of this file', inGroups(document.sha256)]
  if (!document.ok)
    return document.isSealed
      ? { ...notGenuine, lead: document.why, facts: [hash] }
      : { ...unsealed, facts: [hash] }
  const { name, at, timestampedAt, fingerprint, attachments } = document
  return {
    ...(document.isTrusted ? genuine : notCompared),
    facts: [
      ['Sealed by', name],
      ['Sealed', `${timeOf(at)}, by the clock of the server that sealed it`],
      ...(timestampedAt === null ? [] : [timestamp(timestampedAt)]),
      hash,
      ['Fingerprint', inGroups(fingerprint)],
      ...attachments.flatMap((file): [string, string][] => [
        ['Attached', `${file.name}, ${file.size.toLocaleString('en-GB')} bytes`],
        ['Its SHA-256', inGroups(file.sha256)],
      ]),
    ],
    notes: attachments.flatMap(({ name, seal }) =>
      seal === null
        ? []
        : `The signed document inside, ${name}, is unchanged too: sealed ${timeOf(seal.at)} with ${
            seal.fingerprint === fingerprint
              ? 'the same certificate'
              : `the certificate ${inGroups(seal.fingerprint)}`
          }.`,
    ),
  }
}

const genuine = {
  tone: 'good',
  heading: 'Genuine and unchanged',
  lead: 'One seal covers the whole file, attachments included. Its certificate is one that the file was compared with.',
} as const

const notCompared = {
  tone: 'changed',
  heading: 'Unchanged, but sealed by whom?',
  lead: 'One seal covers the whole file, attachments included. But anybody can make a seal in any name: compare the fingerprint of its certificate below with the one that the company gave you, or with an earlier document.',
} as const

const notGenuine: Omit<Outcome, 'lead' | 'facts'> = {
  tone: 'unknown',
  heading: 'Not genuine',
  notes: ['Do not rely on this file. Ask for it again.'],
}

const unsealed: Omit<Outcome, 'facts'> = {
  tone: 'unknown',
  heading: 'No seal',
  lead: 'Only signed and countersigned documents carry one.',
  notes: ['If you were given this file as one of those, ask for it again.'],
}

const timestamp = (at: number): [string, string] => [
  'Timestamp',
  `${timeOf(at)}, by an authority whose own certificate is not checked here`,
]

const timeOf = (at: number) =>
  Number.isNaN(at)
    ? 'at a time that cannot be read'
    : new Intl.DateTimeFormat('en-GB', {
        timeZone: 'UTC',
        dateStyle: 'long',
        timeStyle: 'long',
      }).format(at)
