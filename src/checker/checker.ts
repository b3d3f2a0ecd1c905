import { fileFaults, notSha256, readSha256 } from '#src/forms/verify/document.ts'
import { checkDocument } from '#src/pdf/seal/check-document.ts'
import { fingerprintsIn } from '#src/pdf/seal/check-seal.ts'
import { notCheckedYet, type Outcome } from '#src/ui/verify/outcome.ts'
import { sealOutcome } from '#src/ui/verify/seal-outcome.ts'
import { byId, type Fault, fileCheck } from './file-check.ts'

const form = byId<HTMLFormElement>('check')
const input = byId<HTMLInputElement>('file')
const fingerprint = byId<HTMLTextAreaElement>('fingerprint')
const certificates = byId<HTMLInputElement>('certificates')

if (form && input) fileCheck({ form, input, check, canCheck: true })

async function check(file: File): Promise<Outcome | Fault> {
  if (!crypto.subtle) return notCheckedYet(noCrypto)
  const fromField = typedFingerprint()
  const fromFiles = await chosenFingerprints()
  for (const entry of [fromField, fromFiles]) if ('field' in entry) return entry
  const trusted = [fromField, fromFiles].flat() as string[]
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return sealOutcome(await checkDocument(bytes, trusted.length > 0 ? trusted : null))
  } catch {
    return { field: input as HTMLElement, text: fileFaults.unreadable }
  }
}

function typedFingerprint(): string[] | Fault {
  const text = fingerprint?.value.replace(/^.*=/s, '').trim()
  if (!fingerprint || !text) return []
  const sha256 = readSha256(text)
  return sha256 ? [sha256] : { field: fingerprint, text: notSha256 }
}

async function chosenFingerprints(): Promise<string[] | Fault> {
  const file = certificates?.files?.[0]
  if (!certificates || !file) return []
  const fingerprints = await file.text().then(fingerprintsIn, () => [])
  return fingerprints.length > 0
    ? fingerprints
    : { field: certificates, text: 'This file contains no certificate' }
}

const noCrypto =
  'This browser does not let a page from the disk check a seal. Open this page in Chrome, Edge or Firefox.'
