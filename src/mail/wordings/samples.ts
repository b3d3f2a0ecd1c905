import type { Email, EmailDocument } from '#src/mail/email.ts'
import type { WordingKind } from './wordings.ts'

const application = '7K3M-Q9TX-2VHD'
const businessName = 'Example Instruments Ltd'
const to = { name: businessName, address: 'office@example.com' }
const about = { application, businessName }
const toClient = { to, client: 0 }
const asked = { request: 0, text: 'Please send us your last annual accounts.' }

/** One email of every wording with invented facts, for the preview. */
export const sampleEmails: Record<WordingKind, Email> = {
  receipt: { kind: 'receipt', ...about, ...toClient },
  approval: { kind: 'approval', ...about, ...toClient, customerCode: 'EXA001' },
  rejection: {
    kind: 'rejection',
    ...about,
    ...toClient,
    reason: 'We could not reach your trade references.',
  },
  'portal-invitation': {
    kind: 'portal-invitation',
    ...about,
    ...toClient,
    customerCode: 'EXA001',
  },
  'information-request': { kind: 'information-request', ...about, ...toClient, ...asked },
  'information-reminder': { kind: 'information-reminder', ...about, ...toClient, ...asked },
  'request-answered': { kind: 'request-answered', ...about, owner: 'an.administrator', files: 2 },
  'approval-proposed': {
    kind: 'approval-proposed',
    ...about,
    proposedBy: 'an.administrator',
    creditLimit: 25_000,
    proposedAt: 0,
  },
  'proposal-declined': {
    kind: 'proposal-declined',
    ...about,
    proposedBy: 'an.administrator',
    declinedBy: 'a.reviewer',
    reason: 'Their last accounts are two years old.',
  },
  'new-application': { kind: 'new-application', ...about, accountType: 'credit' },
  'client-edit': {
    kind: 'client-edit',
    ...about,
    owner: 'an.administrator',
    section: 'business',
    changes: [{ field: 'telephone', before: '020 7946 0001', after: '020 7946 0002' }],
  },
  'set-password': { kind: 'set-password', ...toClient },
  'password-changed': { kind: 'password-changed', ...toClient },
  'sign-in-paused': { kind: 'sign-in-paused', ...toClient },
  'sign-in-requested': { kind: 'sign-in-requested', ...toClient },
  'sign-in-confirm': { kind: 'sign-in-confirm', ...toClient },
  'sign-in-moved': { kind: 'sign-in-moved', ...toClient },
  'sign-in-left': { kind: 'sign-in-left', ...toClient },
  'address-changed': { kind: 'address-changed', application, to },
  'draft-link': { kind: 'draft-link', to, draft: application },
  'draft-reminder': { kind: 'draft-reminder', to, draft: application },
  'duplicate-draft': { kind: 'duplicate-draft', to, draft: application },
  'duplicate-portal': { kind: 'duplicate-portal', to },
  'address-in-use': { kind: 'duplicate-portal', to, tried: 'edit' },
  'admin-invitation': {
    kind: 'admin-invitation',
    to: { name: '', address: 'new.colleague@example.com' },
    invitation: 0,
    username: 'new.colleague',
    role: 'Reviewer',
    invitedBy: 'an.administrator',
  },
  'staff-account-changed': {
    kind: 'staff-account-changed',
    to: { name: '', address: 'a.reviewer@example.com' },
    username: 'a.reviewer',
    change: 'recovery-codes',
  },
  'drill-failed': {
    kind: 'drill-failed',
    reason: 'There is no copy at the second place',
    last: '14 October 2026 at 03:00 BST',
  },
  test: { kind: 'test', to },
}

/** The document that goes with an email of this kind. */
export function sampleDocument(kind: WordingKind): EmailDocument | null {
  if (kind === 'receipt' || kind === 'new-application') return attached('signed')
  return kind === 'approval' || kind === 'rejection' ? attached('countersigned') : null
}

const attached = (kind: EmailDocument['kind']): EmailDocument => ({
  kind,
  isSealed: true,
  attachedAs: `application-${application}-${kind}.pdf`,
})
