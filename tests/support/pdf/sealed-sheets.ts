import { companyOfEnv } from '#src/domain/company/company.ts'
import type { SheetDeps } from '#src/domain/documents/sealed-sheets.ts'
import { countersignedSheet, signedSheet } from '#src/domain/documents/sealed-sheets.ts'
import { readEnv } from '#src/env.ts'
import { decisionJson, sampleSeal, signedJson } from './frozen.ts'
import { drawnSignature } from './pdf-sheet.ts'

export const signatureImage = Buffer.from(drawnSignature(), 'base64')

/** What a document takes from the installation; variables can be replaced. */
export function sheetDeps(variables: Record<string, string> = {}): SheetDeps {
  const read = readEnv({
    APP_KEY: Buffer.alloc(32, 1).toString('base64'),
    APP_URL: 'https://trade.example.com',
    COMPANY_NAME: 'Example Instruments Ltd',
    ...variables,
  })
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return { env: read.env, documentLogo: null, company: companyOfEnv(read.env) }
}

type Seal = ReturnType<typeof sampleSeal>
type Parts = { deps?: SheetDeps; json?: string; png?: Buffer | null; seal?: Seal }

export const signedSample = ({
  deps = sheetDeps(),
  json = signedJson(),
  png = signatureImage,
  seal = sampleSeal(),
}: Parts = {}) => signedSheet(deps, json, png, seal)

/** The signed document that the countersigned one carries. */
export const signedInside = {
  json: signedJson(),
  png: signatureImage,
  sha256: '0123456789abcdef'.repeat(4),
  sealedAt: Date.parse('2026-10-14T09:42:12Z'),
}

export const countersignedSample = ({
  deps = sheetDeps(),
  json = decisionJson(),
  png = signatureImage,
  seal = sampleSeal(),
}: Parts = {}) => countersignedSheet(deps, json, png, seal, signedInside)
