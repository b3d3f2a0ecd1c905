import type { Deps } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { logoForDocuments } from '#src/domain/company/logo.ts'
import { countersignedSheet } from '#src/domain/documents/countersigned-sheet.ts'
import type { SheetDeps } from '#src/domain/documents/sheet-company.ts'
import { signedSheet } from '#src/domain/documents/signed-sheet.ts'
import { signedInFull } from '#src/domain/sealing/documents.ts'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import type { Attachment, SealKey } from '#src/pdf/seal/sealed-pdf.ts'
import type { PendingDocument } from './pending.ts'

type Content = { sheet: ApplicationSheet; attachments: Attachment[] }

/** What a frozen document shows and carries, from what was frozen alone; `key` is what will seal it. */
export function contentOf(deps: Deps, pending: PendingDocument, key: SealKey): Content {
  const { application, kind, data, signature } = pending
  if (data === null) throw new Error('What was frozen is gone')
  const shown: SheetDeps = {
    ...deps,
    company: companyOf(deps),
    documentLogo: logoForDocuments(deps),
  }
  const image = signature ? [png(signature)] : []
  if (kind === 'signed')
    return {
      sheet: signedSheet(shown, data, signature, key),
      attachments: [json('application.json', 'Every answer as it was signed', data), ...image],
    }
  const signed = signedInFull(deps, application)
  if (!signed) throw new Error('The signed document is not sealed yet')
  return {
    sheet: countersignedSheet(shown, data, signature, key, signed),
    attachments: [
      json('decision.json', 'The decision and the record at that time', data),
      ...image,
      {
        ...{ name: 'signed.pdf', mimeType: 'application/pdf', description: 'The signed document' },
        ...{ relationship: 'Data', bytes: signed.pdf },
      },
    ],
  }
}

const json = (name: string, description: string, data: string): Attachment => ({
  ...{ name, mimeType: 'application/json', description, relationship: 'Source' },
  bytes: Buffer.from(data, 'utf8'),
})

const png = (bytes: Buffer): Attachment => ({
  ...{ name: 'signature.png', mimeType: 'image/png', description: 'The signature' },
  ...{ relationship: 'Supplement', bytes },
})
