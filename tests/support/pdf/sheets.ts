import { createHash, X509Certificate } from 'node:crypto'
import canonicalize from 'canonicalize'
import { encode } from 'fast-png'
import { companyOfEnv } from '#src/domain/company/company.ts'
import type { DocumentEvent } from '#src/domain/documents/document-events.ts'
import type { DecisionData, SignedData } from '#src/domain/documents/freeze.ts'
import {
  countersignedSheet,
  type SheetDeps,
  signedSheet,
} from '#src/domain/documents/sealed-sheets.ts'
import { lackingLetters } from '#src/domain/documents/sheet-parts.ts'
import type { ApplicationSheet, SheetRow } from '#src/pdf/application-sheet.ts'
import { envOf } from '../env.ts'

export const signatureImage = drawnSignature()

/** The current view of a made-up company, signed by both sides and edited since; parts can be replaced. */
export function sampleSheet(parts: Partial<ApplicationSheet> = {}): ApplicationSheet {
  const { terms, ...sheet } = countersignedSample()
  return {
    ...sheet,
    kind: 'Current view',
    title: 'Trade account application',
    terms,
    amendmentsTitle: 'Changes since signing',
    amendments: [
      {
        by: '20 October 2026, 09:15, Client',
        field: 'Special instructions',
        before: 'N/A',
        after: 'Ring the bell twice.',
      },
    ],
    lacking: lackingLetters('The record itself'),
    certificate: null,
    ...parts,
  }
}

/** Rows of label and value. */
export function rows(pairs: [label: string, value: string][]): SheetRow[] {
  return pairs.map(([label, value]) => ({ label, value }))
}

/** A signature as the pad gives it at three times its size: opaque RGB, 900 by 300, */
function drawnSignature(): Buffer {
  const [width, height] = [900, 300]
  const data = new Uint8Array(width * height * 3).fill(255)
  for (let step = 0; step < 12_000; step += 1) {
    const turn = step / 600
    const x = 60 + step / 15.5 + 45 * Math.sin(turn * 2.1)
    const y = 150 + 80 * Math.sin(turn * 1.7) * Math.cos(turn / 3)
    for (let dot = 0; dot < 25; dot += 1) {
      const at = (Math.round(y + Math.floor(dot / 5)) * width + Math.round(x + (dot % 5))) * 3
      data.fill(20, at, at + 3)
    }
  }
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }))
}

/** What a document takes from the installation; variables can be replaced. */
export function sheetDeps(variables: Record<string, string> = {}): SheetDeps {
  const env = envOf({
    APP_KEY: Buffer.alloc(32, 1).toString('base64'),
    APP_URL: 'https://trade.example.com',
    COMPANY_NAME: 'Example Instruments Ltd',
    ...variables,
  })
  return { env, documentLogo: null, company: companyOfEnv(env) }
}

type Seal = ReturnType<typeof sampleSeal>
type Parts = { deps?: SheetDeps; json?: string; png?: Buffer | null; seal?: Seal }

export const signedSample = ({
  deps = sheetDeps(),
  json = signedJson(),
  png = signatureImage,
  seal = sampleSeal(),
}: Parts = {}) => signedSheet(deps, json, png, seal, true)

export const countersignedSample = ({
  deps = sheetDeps(),
  json = decisionJson(),
  png = signatureImage,
  seal = sampleSeal(),
}: Parts = {}) => countersignedSheet(deps, json, png, seal, signedInside)

/** What a made-up company signed, as canonical JSON; parts can be replaced. */
export const signedJson = (parts: Partial<SignedData> = {}): string =>
  canonicalize({ ...sampleSigned, ...parts }) as string

export const decisionJson = (parts: Partial<DecisionData> = {}): string =>
  canonicalize({ ...sampleDecision, ...parts }) as string

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What is attached as the terms. */
const termsText = 'Supplier terms\n\nVersion 2026-01, in force from 1 January 2026'

export const sampleSigned: SignedData = {
  format: 'countersign-signed-3',
  application: '7K3M-Q9TX-2VHD',
  fields: {
    accountType: 'credit',
    businessName: 'Sample Calibration Works Ltd',
    businessAddress: 'Unit 4, Test Park\n12 Example Road\nSampleford',
    postCode: 'EX4 2MP',
    telephone: '020 7946 0101',
    mainEmail: 'office@sample-calibration.example.com',
    coRegistration: '01234567',
    dateIncorporation: '2009-03-03',
    eoriNumber: 'GB123456789000',
    accountsContact: 'Ada Sample',
    invoiceAddress: 'Ledger House\n3 Specimen Street\nExampleton',
    invoicePostCode: 'EX5 7AB',
    invoiceEmail: 'invoices@sample-calibration.example.com',
    poMandatory: true,
    buyerName: 'Bo Example',
    buyerEmail: 'buyer@sample-calibration.example.com',
    buyerTelephone: '020 7946 0104',
    deliveryAddress: 'Goods In, Unit 5, Test Park\n12 Example Road\nSampleford',
    deliveryPostCode: 'EX4 2MQ',
    signerName: 'Łucja Wzór',
    position: 'Finance director',
    agreementDate: '2026-10-14',
  } as SignedData['fields'],
  directors: [
    { name: 'Tomasz Żółć', position: 'Managing director' },
    { name: 'Aoife Example', position: 'Director' },
  ],
  signature: { kind: 'drawn', typedName: null, hasInk: true, sha256: sha256('image') },
  terms: { version: '2026-01', sha256: sha256(termsText) },
  consent:
    'By signing you accept the supplier terms, version 2026-01, for Sample Calibration Works Ltd.',
  signedAt: '2026-10-14T09:42:07.120Z',
  from: {
    address: '192.0.2.10',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  },
  events: [
    {
      ...{ at: '2026-10-14T09:21:00.000Z', action: 'draft created', sections: [1] },
      ...{ by: 'Applicant', address: '192.0.2.10' },
    },
    {
      ...{ at: '2026-10-14T09:30:00.000Z', action: 'draft saved', sections: [1, 2] },
      ...{ by: 'Applicant', address: '192.0.2.10' },
    },
    {
      ...{ at: '2026-10-14T09:42:07.120Z', action: 'application submitted', sections: [] },
      ...{ by: 'Applicant', address: '192.0.2.10' },
    },
  ],
  history: { event: 1204 },
}

const sampleDecision: DecisionData = {
  format: 'countersign-decision-2',
  application: '7K3M-Q9TX-2VHD',
  decision: 'approved',
  customerCode: 'CAL-042',
  reason: null,
  decidedAt: '2026-10-16T14:05:31.000Z',
  financeDate: '2026-10-16',
  decidedBy: 'dee',
  decider: {
    ...{ name: 'Dee Sampler', role: 'reviewer', address: '192.0.2.77', signIn: 'two-steps' },
    proposedBy: null,
  },
  signature: { sha256: sha256('image of the decider') },
  fields: sampleSigned.fields,
  directors: sampleSigned.directors,
  mailbox: {
    ...{ address: 'sign-in@sample-calibration.example.com', by: 'password' },
    at: '2026-10-14T10:00:00.000Z',
  },
  receipt: { to: 'office@sample-calibration.example.com', takenAt: '2026-10-14T09:42:30.000Z' },
  events: [
    ...(sampleSigned.events ?? []),
    ...['2026-10-14T10:00:00.000Z', '2026-10-15T10:00:00.000Z'].map((at) => ({
      at,
      action: 'password set' as const,
      sections: [],
      by: 'Customer',
      address: '192.0.2.10',
    })),
    {
      ...{ at: '2026-10-16T14:05:31.000Z', action: 'application approved', sections: [] },
      ...{ by: 'Dee Sampler', address: '192.0.2.77' },
    },
  ],
  history: { event: 1311 },
}

/** The signed document that the countersigned one carries. */
export const signedInside = {
  json: signedJson(),
  png: signatureImage,
  sha256: '0123456789abcdef'.repeat(4),
  sealedAt: Date.parse('2026-10-14T09:42:12Z'),
}

/** Made up with openssl, their keys thrown away: the first by its installation, the second by an authority. */
const certificates = {
  own: `-----BEGIN CERTIFICATE-----
MIIBmDCCAT+gAwIBAgIUeNDcMqFNopIwSYyl99rzjF2F5AwwCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXRXhhbXBsZSBJbnN0cnVtZW50cyBMdGQwHhcNMjYxMTIyMTg0
NzUwWhcNMzYxMTE5MTg0NzUwWjAiMSAwHgYDVQQDDBdFeGFtcGxlIEluc3RydW1l
bnRzIEx0ZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFImmY4v7gTnMjv1jmFX
w1tigVDjyubwRERLLobYKF6v7LaVXvU7a+iTcUBePfDUlqLXtfbbx6zJWc0uaK37
/NOjUzBRMB0GA1UdDgQWBBQEXyESv6DcfNeTw5EFeXHf5o9eRjAfBgNVHSMEGDAW
gBQEXyESv6DcfNeTw5EFeXHf5o9eRjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49
BAMCA0cAMEQCIDNxVJ2hd6bYo4T/utZsNePg9kjIptEmwaQhxHpKKchVAiAl93ds
2lkMWzR1nHRYd+KwTAIhlgM1RcQKcXyAwyTHng==
-----END CERTIFICATE-----`,
  issued: `-----BEGIN CERTIFICATE-----
MIIBPjCB5gIUUAR9nGNNtmQoOqd2LXsqD2t8LqwwCgYIKoZIzj0EAwIwIzEhMB8G
A1UEAwwYU2FtcGxlIFRydXN0IFNlcnZpY2VzIENBMB4XDTI2MTEyMjE4NDc1MFoX
DTM2MTExOTE4NDc1MFowIjEgMB4GA1UEAwwXRXhhbXBsZSBJbnN0cnVtZW50cyBM
dGQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT6Z6Tpd/Qk+fJDXjtVAZEz3mk6
6cGf6ybrf1BhbfjiMxGmnhU4vFdfKt0tk4Y5+ci7dFMEYBv70s5fPuNF4LEEMAoG
CCqGSM49BAMCA0cAMEQCIFblw0Ga01fMAUs1Imjo2lWYI1v9hB47XPoBkFulh0t/
AiBTTQgbjGP/RIxu0i2d+hT4CI7JXDrlBIVCS/qQoAER5w==
-----END CERTIFICATE-----`,
}

export function sampleSeal(kind: keyof typeof certificates = 'own') {
  const pem = certificates[kind]
  const { fingerprint256 } = new X509Certificate(pem)
  const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase()
  const witness = { event: 1313, hash: sha256('end of the history') }
  return { fingerprint, pem, expiresAt: Date.UTC(2036, 9, 1), witness }
}

export const amendment = (at: string, by: string, fields: string[]): DocumentEvent => ({
  ...{ at, by, fields, action: 'application amended', sections: [], address: null },
})

/** Lines end where the column does: what is compared is the text without any space. */
export const flat = (text: string) => text.replace(/\s+/g, '').normalize('NFC')
