import { longDate } from '#src/forms/long-date.ts'
import { changeLabel } from './record-cards.ts'

type Change = { field: string; before: string | null; after: string | null }
type Deed = { by: string; action: string; changes: readonly Change[] }

/** A sentence such as "demo approved the application"; an action without words of its own is named. */
export function deedWords({ by, action, changes }: Deed): string {
  const words = verbs[action]
  if (!words) return `${subject(by)}: ${action}`
  return `${subject(by)} ${typeof words === 'string' ? words : words(changes)}`
}

const subject = (by: string) => (groups.has(by) ? `The ${by.toLowerCase()}` : by)

const groups = new Set(['Applicant', 'Customer', 'System'])

const verbs: Record<string, string | ((changes: readonly Change[]) => string) | undefined> = {
  'draft created': 'began the application',
  'draft saved': 'saved the draft',
  'directors saved': 'saved the directors',
  'draft link requested': 'asked for a link to finish on another device',
  'draft handed over': 'opened the draft in another browser',
  'applicant reminded': 'reminded the applicant',
  'application submitted': 'submitted the application',
  'application amended': amendedWords,
  'application approved': (changes) => `approved the application${codeIn(changes)}`,
  'application rejected': 'rejected the application',
  'application taken': 'took the application',
  'application released': 'released the application',
  'application handed over': (changes) =>
    `handed the application to ${after(changes, 'owner') ?? 'a colleague'}`,
  'approval proposed': (changes) => `proposed the approval${codeIn(changes)}`,
  'approval proposal declined': 'declined the proposed approval',
  'approval proposal withdrawn': 'withdrew the proposed approval',
  'approval proposal ended': 'ended the proposed approval',
  'customer code corrected': (changes) => `corrected the customer code${codeIn(changes)}`,
  'account reviewed': (changes) => {
    const next = after(changes, 'reviewDate')
    return `reviewed the account${next ? `, next on ${longDate(next)}` : ''}`
  },
  'account closed': 'closed the account',
  'account reopened': 'reopened the account',
  'document sealed': 'sealed the document',
  'note added': 'added a note',
  'register asked': (changes) => `asked ${after(changes, 'register') ?? 'a register'}`,
  'check recorded': (changes) => `recorded the check "${after(changes, 'check')}"`,
  'information requested': 'asked the customer for information',
  'information request withdrawn': 'withdrew the question to the customer',
  'information request answered': 'answered the question',
  'customer reminded': 'reminded the customer of the question',
  'sign-in move requested': 'asked to move the sign-in',
  'sign-in moved': 'moved the sign-in',
  'password set': 'set a password',
  'customer imported': 'imported the customer',
  'email resent': 'sent an email again',
  'email discarded': 'discarded an email',
  'webhook event resent': 'sent a webhook event again',
  'webhook event discarded': 'discarded a webhook event',
}

function amendedWords(changes: readonly Change[]): string {
  const labels = changes.map(({ field }) => changeLabel(field))
  if (labels.length === 0) return 'changed the application'
  if (labels.length > mostNamed) return `changed ${labels.length} fields`
  const last = labels.at(-1) ?? ''
  return `changed ${labels.length === 1 ? last : `${labels.slice(0, -1).join(', ')} and ${last}`}`
}

const mostNamed = 3

const codeIn = (changes: readonly Change[]) => {
  const code = after(changes, 'customerCode')
  return code ? `, customer code ${code}` : ''
}

const after = (changes: readonly Change[], name: string) =>
  changes.find(({ field }) => field === name)?.after
