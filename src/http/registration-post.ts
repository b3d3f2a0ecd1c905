import { parse } from '@conform-to/react'
import type { Applicant } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications.ts'
import { createDraft, saveDraft } from '#src/domain/drafts.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { submitApplication } from '#src/domain/submission.ts'
import { type FormValues, payloadOf, valuesOf } from '#src/forms/form-values.ts'
import { lengths } from '#src/forms/kinds.ts'
import { sectionNumbers } from '#src/forms/registration-choices.ts'
import type { Save } from '#src/forms/save-payload.ts'
import type { Ctx } from './context.ts'
import { applicantOf, draftToken, renewDraftCookie, setDraftCookie } from './draft-cookie.ts'
import { limit } from './limit.ts'
import { readOrRefuse } from './save-request.ts'

/** What a posted registration form asks for. */
export type PostedStep =
  | { kind: 'rows' | 'next' | 'submit'; section: number; values: FormValues }
  | { kind: 'start-again' }

const mostFields = 300
const director = /^directors\[(\d+)\]/

/**
 * Reads a form posted without scripts. Refuses ('invalid') names that would cost more than they say, before any
 * library sees them: a director's index beyond the list, too many fields, an unreadable intent.
 */
export function readPostedStep(form: URLSearchParams): PostedStep {
  const names = [...form.keys()]
  const beyond = names.some((name) => Number(director.exec(name)?.[1] ?? 0) >= lengths.directors)
  if (names.length > mostFields || beyond)
    throw new Refusal('invalid', 'The form has too many fields')
  const step = form.get('step') ?? ''
  if (step === 'start-again') return { kind: 'start-again' }
  const values = copyAddress(valuesOf(form))
  if (form.has('__intent__'))
    return { kind: 'rows', section: 2, values: { ...values, directors: rowsAfter(form) } }
  if (step === 'submit') return { kind: 'submit', section: 5, values }
  const section = Number(/^next:(\d)$/.exec(step)?.[1] ?? form.get('section'))
  if (!sectionNumbers.some((number) => number === section))
    throw new Refusal('invalid', 'The form does not say which section it is in')
  return { kind: 'next', section, values }

  function copyAddress(given: FormValues): FormValues {
    const copies = { ...given }
    const copy = (tick: string, address: string, code: string) => {
      if (!form.has(tick)) return
      copies[address] ||= given.businessAddress ?? ''
      copies[code] ||= given.postCode ?? ''
    }
    copy('sameInvoiceAddress', 'invoiceAddress', 'invoicePostCode')
    copy('sameDeliveryAddress', 'deliveryAddress', 'deliveryPostCode')
    return copies
  }
}

/**
 * Saves or submits what was posted, making the draft first when the browser has none; answers where to go next.
 * Refuses as the verbs do; a draft that was made stays, so that nothing typed is lost.
 */
export async function saveOrSubmit(
  c: Ctx,
  { kind, section, values }: { kind: 'next' | 'submit'; section: number; values: FormValues },
  draft: Application | null,
): Promise<string> {
  const { deps } = c.var
  await limit(c, kind === 'submit' ? 'submit' : draft ? 'save' : 'draft')
  const payload = postedPayload(values, section)
  const save = readOrRefuse(kind === 'submit' ? { ...payload, status: 'submitted' } : payload)
  const unchecked = kind === 'submit' ? { ...save, section: null } : save
  const { id, actor } = draft ? { id: draft.id, actor: applicantOf(c) } : makeDraft(c, unchecked)
  if (kind === 'submit') {
    submitApplication(deps, actor, id, save)
    return `/success?id=${encodeURIComponent(id)}`
  }
  if (draft) {
    saveDraft(deps, actor, id, save)
    renewDraftCookie(c)
  }
  return `/client-form?section=${section + 1}`
}

/** The new draft, and the browser as it will be once it has the cookie that this answer brings. */
function makeDraft(c: Ctx, save: Save): { id: string; actor: Applicant } {
  const made = createDraft(c.var.deps, applicantOf(c), save, {
    token: draftToken(c),
    retryKey: null,
  })
  setDraftCookie(c, made.token)
  return { id: made.application.id, actor: applicantOf(c, made.token) }
}

/** The save payload of a posted form; a signature that is not in it stays as it is stored. */
function postedPayload(values: FormValues, section: number) {
  const { authSignature, ...rest } = values
  return payloadOf(authSignature ? values : rest, section)
}

/** The rows of directors after Add or Remove, which conform does for us as it does in the browser. */
function rowsAfter(form: URLSearchParams): { name: string; position: string }[] {
  try {
    const rows = new URLSearchParams(
      [...form].filter(([name]) => name.startsWith('directors[') || name === '__intent__'),
    )
    const { initialValue } = parse(rows, { resolve: () => ({ value: true }) }).reply()
    const list = (initialValue?.directors ?? []) as { name?: string; position?: string }[]
    if (!Array.isArray(list) || list.length > lengths.directors) throw new Error('not a list')
    return list.map((row) => ({
      name: String(row?.name ?? ''),
      position: String(row?.position ?? ''),
    }))
  } catch {
    throw new Refusal('invalid', 'The form asks for something that it cannot do')
  }
}
