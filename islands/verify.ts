import type { DocumentLookup } from '#src/forms/verify/document.ts'
import {
  faultOfFile,
  fileFaults,
  largestDocument,
  lookedAt,
  sealMark,
} from '#src/forms/verify/document.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import { byId, type Fault, fileCheck } from '#src/ui/verify/file-check.ts'
import {
  notCheckedYet,
  type Outcome,
  offline,
  outcomeOf,
  type Speaker,
  whereItGoes,
} from '#src/ui/verify/outcome.ts'

const form = byId<HTMLFormElement>('check')
const input = byId<HTMLInputElement>('file')
/** Browsers calculate hashes on secure connections only; elsewhere the form posts the file. */
const canHash = isSecureContext

if (form && input) {
  const hint = byId('file-hint')
  if (hint) hint.textContent = canHash ? whereItGoes.stays : whereItGoes.insecure
  const speaker = form.dataset as Speaker
  fileCheck({ form, input, check: (file) => check(file, input, speaker), canCheck: canHash })
}

/** Only the SHA-256 of the file is sent. */
async function check(file: File, field: HTMLElement, speaker: Speaker): Promise<Outcome | Fault> {
  let sha256: string
  let isSealed: boolean
  try {
    const start = new Uint8Array(await file.slice(0, lookedAt).arrayBuffer())
    const text = faultOfFile(file.size, start)
    if (text) return { field, text }
    const bytes = await file.arrayBuffer()
    isSealed = new TextDecoder('latin1').decode(bytes).includes(sealMark)
    const hash = await crypto.subtle.digest('SHA-256', bytes)
    sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // moved since it was chosen, or a folder
    const text = file.size > largestDocument ? fileFaults.tooLarge : fileFaults.unreadable
    return { field, text }
  }
  try {
    const path = `/api/verify/${sha256}`
    const lookup = await call<DocumentLookup>('GET', path, undefined, {}, { credentials: 'omit' })
    return outcomeOf(lookup, { by: 'file', sha256, isSealed }, speaker)
  } catch (error) {
    return notCheckedYet((error instanceof CallError && error.reply.message) || offline)
  }
}
