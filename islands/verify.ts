import { fileFaults } from '#src/forms/verify/document-file.ts'
import type { DocumentLookup } from '#src/forms/verify/document-hash.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import { checking, notChecked, whereItGoes } from '#src/ui/verify/check-texts.ts'
import { type Outcome, outcomeOf, type Speaker } from '#src/ui/verify/outcome.ts'
import { hashFile } from './verify/hash-file.ts'
import { byId, clear, showFault, showOutcome, showProgress } from './verify/show.ts'
import { takeDrops } from './verify/take-drops.ts'

const form = byId<HTMLFormElement>('check')
const input = byId<HTMLInputElement>('file')
/** Browsers calculate hashes on secure connections only; elsewhere the form posts the file. */
const canHash = isSecureContext

/** Counts the choices: a check that ends after the next one began shows nothing. */
let choice = 0

if (form && input) {
  const hint = byId('file-hint')
  if (hint) hint.textContent = canHash ? whereItGoes.stays : whereItGoes.insecure
  input.onchange = () => begin(form, input)
  takeDrops(input, (fault) => begin(form, input, fault))
  form.onsubmit = (event) => {
    if (canHash || !input.files?.length) {
      event.preventDefault()
      begin(form, input, input.files?.length ? null : fileFaults.none)
    }
  }
  form.dataset.awake = 'true'
}

/** A file was chosen or dropped, or nothing that can be checked: then `fault` says why. */
async function begin(form: HTMLFormElement, input: HTMLInputElement, fault: string | null = null) {
  const mine = ++choice
  const file = input.files?.[0]
  clear()
  if (fault) return showFault(fault)
  if (!file || !canHash) return
  showProgress(checking(file.name))
  const shown = await check(file, form.dataset as Speaker)
  if (mine !== choice) return
  clear()
  if (typeof shown === 'string') showFault(shown)
  else showOutcome(shown)
}

/** Returns the outcome, or why the file cannot be checked. */
async function check(file: File, speaker: Speaker): Promise<Outcome | string> {
  const { sha256, fault } = await hashFile(file)
  if (fault !== undefined) return fault
  try {
    const path = `/api/verify/${sha256}`
    const lookup = await call<DocumentLookup>('GET', path, undefined, {}, { credentials: 'omit' })
    return outcomeOf(lookup, { by: 'file', sha256 }, speaker)
  } catch (error) {
    const lead = (error instanceof CallError && error.reply.message) || notChecked.offline
    return { tone: 'failed', heading: notChecked.heading, lead, facts: [], notes: [] }
  }
}
