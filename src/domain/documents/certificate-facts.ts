import { createHash, X509Certificate } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { shortWitness } from '#src/domain/audit/witness.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import type { HistoryPlace } from '#src/domain/sealing/frozen-data.ts'
import { longDate } from '#src/forms/long-date.ts'
import type { SheetFact } from '#src/pdf/application-sheet.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'

/** What a certificate page tells of the seal that its file is about to get. */
export type Seal = Pick<SealKey, 'fingerprint' | 'pem' | 'expiresAt'>

/** An instant on the clocks of the supplier's time zone, and in UTC. */
export function whenRows({ APP_TIMEZONE }: Deps['env'], instant: string) {
  const at = Date.parse(instant)
  return {
    local: exactInstant(APP_TIMEZONE, at),
    utc: `${exactInstant('UTC', at)}, by the server’s clock`,
  }
}

/** The attached data with the hash of its bytes; `holds` says what of the document is in it. */
export const dataFact = (file: string, holds: string, json: string): SheetFact => ({
  label: 'Data inside',
  value: file,
  note: `Attached to this file: ${holds}, in a form that programs read. Its SHA-256:`,
  hash: createHash('sha256').update(json, 'utf8').digest('hex'),
})

export const historyFact = (place: HistoryPlace): SheetFact => ({
  label: 'Place in the history',
  value: `Witness ${shortWitness(place)}`,
  note: `Event ${place.event.toLocaleString('en-GB')} of the supplier’s history, in which each event covers all before it. Its hash:`,
  hash: place.hash,
})

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

/** The names in the certificate; `own` means that nobody else vouches for it. */
export function sealNames({ pem }: Seal): { own: boolean; subject: string; issuer: string } {
  const { subject, issuer } = new X509Certificate(pem)
  return { own: subject === issuer, subject: nameIn(subject), issuer: nameIn(issuer) }
}

/** Node puts each part of a name on a line of its own, such as `CN=Example Ltd`. */
const nameIn = (name: string): string =>
  /^CN=(.*)$/m.exec(name)?.[1] ?? /^O=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')
