import type { Change } from '#db/schema/events.ts'
import { changeLabel } from '#src/forms/admin/history-words.ts'
import { longDate } from '#src/forms/dates.ts'

/** What the product knows of an action. A fact that is absent does not hold. */
type ActionFacts = {
  /** What follows the name of the actor in the history. */
  words: string | ((event: Told) => string)
  /** The action is about a member of staff, whose user name is the subject of the event. */
  ofStaff?: true
  /** What the dashboard says of a customer's action. `count` reads like "3 fields", `where` like "Directors". */
  summary?: (count: string, where: string) => string
  /** Documents print the action in their list of events. */
  isPrinted?: true
  /** Documents name the sections that the action filled in. */
  namesSections?: true
  /** The document that is frozen with it. */
  freezes?: 'signed' | 'countersigned'
  /** The approval or rejection of an application. */
  isDecision?: true
  /** What the action does to the record. `verify` compares the record with what its events say. */
  record?: 'opened' | 'filled in' | 'changed'
  /** The action raises the version of a submitted application. */
  raisesVersion?: true
  /** After this action, values of earlier events of the application may be missing. */
  erases?: true
  /** API keys can read the action in the history. They cannot read what is for staff alone. */
  isForKeys?: true
  /** A backup from before this action is no longer good enough. */
  outdatesBackups?: true
}

type Told = { changes: readonly Change[]; subject: string | null }

/** Every action of an event. The key is stored with the event for ever, so it never changes. */
const actions = {
  'draft created': {
    words: 'began the application',
    summary: (_, where) => `Started an application with ${where}`,
    isPrinted: true,
    namesSections: true,
    record: 'opened',
    isForKeys: true,
  },
  'draft saved': {
    words: 'saved the draft',
    summary: (count, where) => `Saved ${count} in ${where}`,
    isPrinted: true,
    namesSections: true,
    isForKeys: true,
  },
  'draft link requested': {
    words: 'asked for a link to finish on another device',
    summary: () => 'Asked for a link to finish on another device',
    isPrinted: true,
    isForKeys: true,
  },
  'draft handed over': {
    words: 'opened the draft in another browser',
    summary: () => 'Opened the draft in another browser',
    isPrinted: true,
    isForKeys: true,
  },
  'signature requested': {
    words: ({ changes }) => `asked ${after(changes, 'signer') ?? 'somebody else'} to sign`,
    summary: () => 'Asked somebody else to sign',
    isPrinted: true,
    isForKeys: true,
  },
  'signature link sent': {
    words: 'sent the link to the signer',
    isPrinted: true,
    isForKeys: true,
  },
  'signature link opened': {
    words: 'opened the link that asks for a signature',
    summary: () => 'The signer opened the application',
    isPrinted: true,
    isForKeys: true,
  },
  'signature request withdrawn': {
    words: 'took back the request to sign',
    summary: () => 'Took back the request to sign',
    isPrinted: true,
    isForKeys: true,
  },
  'application sent back': {
    words: 'sent the application back without signing it',
    summary: () => 'The signer sent it back',
    isPrinted: true,
    isForKeys: true,
  },
  'signature declined': {
    words: 'said that the request to sign is not for them',
    summary: () => 'The reader of the email does not sign',
    isPrinted: true,
    isForKeys: true,
  },
  'applicant reminded': { words: 'reminded the applicant', isPrinted: true, isForKeys: true },
  'draft deleted': { words: 'deleted the draft', erases: true },
  'draft deleted by link': { words: 'deleted the draft by its link', erases: true },
  'idle draft removed': { words: 'removed the idle draft', erases: true },

  'application submitted': {
    words: 'submitted the application',
    summary: () => 'Submitted the application',
    isPrinted: true,
    freezes: 'signed',
    record: 'filled in',
    outdatesBackups: true,
    isForKeys: true,
  },
  'application amended': {
    words: ({ changes }) => amendedWords(changes),
    summary: (count, where) => `Changed ${count} in ${where}`,
    isPrinted: true,
    record: 'changed',
    raisesVersion: true,
    isForKeys: true,
  },
  'application approved': {
    words: ({ changes }) => `approved the application${codeIn(changes)}`,
    isPrinted: true,
    freezes: 'countersigned',
    isDecision: true,
    record: 'changed',
    raisesVersion: true,
    outdatesBackups: true,
    isForKeys: true,
  },
  'application rejected': {
    words: 'rejected the application',
    isPrinted: true,
    freezes: 'countersigned',
    isDecision: true,
    record: 'changed',
    raisesVersion: true,
    outdatesBackups: true,
    isForKeys: true,
  },
  'customer code corrected': {
    words: ({ changes }) => `corrected the customer code${codeIn(changes, ' to ')}`,
    isPrinted: true,
    freezes: 'countersigned',
    record: 'changed',
    raisesVersion: true,
    isForKeys: true,
  },
  'approval proposed': {
    words: ({ changes }) => `proposed the approval${codeIn(changes)}`,
    isPrinted: true,
  },
  'approval proposal declined': { words: 'declined the proposed approval' },
  'approval proposal withdrawn': { words: 'withdrew the proposed approval' },
  'approval proposal ended': { words: 'ended the proposed approval' },
  'application taken': { words: 'took the application' },
  'application released': { words: 'released the application' },
  'application handed over': {
    words: ({ changes }) => `handed the application to ${after(changes, 'owner') ?? 'a colleague'}`,
  },
  'application removed after its time': {
    words: 'removed the application after its time',
    erases: true,
  },
  'account reviewed': {
    words: ({ changes }) => {
      const next = after(changes, 'reviewDate')
      return next ? `reviewed the account, next on ${longDate(next)}` : 'reviewed the account'
    },
    record: 'changed',
    raisesVersion: true,
    isForKeys: true,
  },
  'account closed': {
    words: 'closed the account',
    record: 'changed',
    raisesVersion: true,
    isForKeys: true,
  },
  'account reopened': {
    words: 'reopened the account',
    record: 'changed',
    raisesVersion: true,
    isForKeys: true,
  },
  'note added': { words: 'added a note' },
  'check recorded': {
    words: ({ changes }) => {
      const check = after(changes, 'check')
      return check ? `recorded the check "${check}"` : 'recorded a check'
    },
  },
  'register asked': {
    words: ({ changes }) => `asked ${after(changes, 'register') ?? 'a register'}`,
  },
  'information requested': {
    words: 'asked the customer for information',
    isPrinted: true,
    isForKeys: true,
  },
  'information request withdrawn': {
    words: 'withdrew the question to the customer',
    isPrinted: true,
    isForKeys: true,
  },
  'information request answered': {
    words: 'answered the question',
    summary: () => 'Answered a question of the accounts team',
    isPrinted: true,
    raisesVersion: true,
    isForKeys: true,
  },
  'customer reminded': {
    words: 'reminded the customer of the question',
    isPrinted: true,
    isForKeys: true,
  },
  'customer imported': { words: 'imported the customer', record: 'filled in', isForKeys: true },
  'document sealed': { words: 'sealed the document', isForKeys: true },
  'email resent': { words: 'sent an email again', isForKeys: true },
  'email discarded': { words: 'discarded an email' },
  'webhook event resent': { words: 'sent a webhook event again' },
  'webhook event discarded': { words: 'discarded a webhook event' },

  'password set': {
    words: 'set a password',
    summary: () => 'Set a password for the portal',
    isPrinted: true,
    record: 'changed',
    isForKeys: true,
  },
  'sign-in move requested': { words: 'asked to move the sign-in', isForKeys: true },
  'sign-in moved': {
    words: 'moved the sign-in',
    isPrinted: true,
    record: 'changed',
    isForKeys: true,
  },

  'signed in': { words: 'signed in' },
  'signed out': { words: 'signed out' },
  'sign-in failed': { words: 'failed to sign in' },
  'wrong code of two-step sign-in': { words: 'entered a wrong code of the two-step sign-in' },
  'record read': { words: 'read the record' },
  'document read': { words: 'read a document' },
  'attachment read': { words: 'read a file' },
  'list read': { words: 'read a list' },
  'list exported': { words: 'exported the list' },
  'person found': { words: 'found the person under Privacy' },
  'person exported': { words: 'downloaded what is stored about the person' },
  'person erased': { words: 'erased the person', erases: true },

  'staff account created': { words: (event) => `created the account ${of(event)}`, ofStaff: true },
  'staff account closed': { words: (event) => `closed the account ${of(event)}`, ofStaff: true },
  'staff account reopened': {
    words: (event) => `reopened the account ${of(event)}`,
    ofStaff: true,
  },
  'role changed': { words: (event) => `changed the role of ${of(event)}`, ofStaff: true },
  'emergency account given': {
    words: (event) => `made the account ${of(event)} an emergency account`,
    ofStaff: true,
  },
  'emergency account taken': {
    words: (event) => `ended the emergency status of the account ${of(event)}`,
    ofStaff: true,
  },
  'staff password reset': {
    words: (event) => `reset the password of ${of(event)}`,
    ofStaff: true,
  },
  'staff password link sent': {
    words: (event) => `sent a password link to ${of(event)}`,
    ofStaff: true,
  },
  'staff password set by link': {
    words: (event) => `set the password of ${of(event)} by a link`,
    ofStaff: true,
  },
  'two-step sign-in turned off': {
    words: (event) => `turned off the two-step sign-in of ${of(event)}`,
    ofStaff: true,
  },
  'staff session ended': { words: (event) => `ended a session of ${of(event)}`, ofStaff: true },
  'staff sessions ended': {
    words: (event) => `ended the sessions of ${of(event)}`,
    ofStaff: true,
  },
  'provider connected': {
    words: (event) => `connected the sign-in of ${of(event)} with the provider`,
    ofStaff: true,
  },
  'provider disconnected': {
    words: (event) => `disconnected the sign-in of ${of(event)} from the provider`,
    ofStaff: true,
  },
  'invitation sent': { words: (event) => `invited ${of(event)}`, ofStaff: true },
  'invitation sent again': { words: (event) => `invited ${of(event)} again`, ofStaff: true },
  'invitation withdrawn': {
    words: (event) => `withdrew the invitation of ${of(event)}`,
    ofStaff: true,
  },
  'invitation accepted': {
    words: (event) => `accepted the invitation of ${of(event)}`,
    ofStaff: true,
  },
  'all sessions ended': { words: 'ended all sessions' },
  'password changed': { words: 'changed the own password' },
  'email address changed': { words: 'changed the own email address' },
  'full name changed': { words: 'changed the own full name' },
  'signature kept': { words: 'stored a signature' },
  'signature removed': { words: 'removed the own signature' },
  'second factor on': { words: 'turned on the own two-step sign-in' },
  'second factor off': { words: 'turned off the own two-step sign-in' },
  'recovery codes renewed': { words: 'renewed the own recovery codes' },
  'second factor required for everybody': {
    words: 'began to require two-step sign-in of everybody',
  },
  'second factor no longer required': { words: 'stopped requiring two-step sign-in' },

  'setup list put away': { words: 'put away the setup list' },
  'company details changed': { words: 'changed the details of the company' },
  'company logo changed': { words: 'changed the logo of the company' },
  'terms published': { words: 'published terms' },
  'retention changed': { words: 'changed how long records are kept' },
  'email settings changed': { words: 'changed the email settings' },
  'email wording changed': { words: 'changed the wording of an email' },
  'Microsoft 365 connected': { words: 'connected Microsoft 365' },
  'Microsoft 365 disconnected': { words: 'disconnected Microsoft 365' },
  'sign-in settings changed': { words: 'changed the sign-in by a provider' },
  'sign-in provider removed': { words: 'removed the sign-in by a provider' },
  'register key saved': { words: 'saved the key of a register' },
  'register key removed': { words: 'removed the key of a register' },
  'API key created': { words: 'created an API key' },
  'API key revoked': { words: 'revoked an API key' },
  'webhook added': { words: 'added a webhook' },
  'webhook changed': { words: 'changed a webhook' },
  'webhook secret changed': { words: 'changed the secret of a webhook' },
  'webhook tested': { words: 'tested a webhook' },
  'webhook removed': { words: 'removed a webhook' },
  'customer import begun': { words: 'began an import of customers' },
  'customer import finished': { words: 'finished an import of customers' },
  'ledger file made': { words: 'made a file for the ledger' },

  'documents taken in': { words: 'took in the documents of an earlier version' },
  'certificate taken up': { words: 'began to use a certificate' },
  'addresses removed after their time': { words: 'removed network addresses after their time' },
  'events lost': { words: 'lost events' },
  'keys rotated': { words: 'rotated the keys', outdatesBackups: true },
  'database restored': { words: 'restored the database', outdatesBackups: true },
  'recovery drill held': { words: 'restored backups as a drill' },
  'recovery drill failed': { words: 'failed to restore backups as a drill' },
} as const satisfies Record<string, ActionFacts>

/** Actions that earlier versions stored and this version only reads. */
const earlierActions = {
  'directors saved': {
    words: 'saved the directors',
    isPrinted: true,
    namesSections: true,
    isForKeys: true,
  },
  'directors listed': {
    words: 'listed the directors',
    summary: () => 'Listed the directors',
  },
  'application imported': {
    words: 'imported the application',
    record: 'filled in',
    isForKeys: true,
  },
  'document imported': { words: 'imported a document' },
  'customer file uploaded': { words: 'uploaded a file of customers' },
  'customer import stopped': { words: 'stopped an import of customers' },
  'document copies resent': { words: 'sent copies of documents again' },
  'notes read': { words: 'read the notes' },
  'terms draft saved': { words: 'saved a draft of the terms' },
  'terms withdrawn': { words: 'withdrew terms' },
  'webhook enabled': { words: 'enabled a webhook' },
  'webhook disabled': { words: 'disabled a webhook' },
  'clock accepted': { words: 'accepted the clock' },
  'clock confirmed': { words: 'confirmed the clock' },
  'recovery drill asked for': { words: 'asked for a recovery drill' },
  'customer sessions ended': { words: 'ended the sessions of a customer' },
  'sessions of all customers ended': { words: 'ended the sessions of all customers' },
  'sessions of all administrators ended': { words: 'ended the sessions of all staff' },
} as const satisfies Record<string, ActionFacts>

export type EventAction = keyof typeof actions

export type StaffAction = {
  [Action in EventAction]: (typeof actions)[Action] extends { ofStaff: true } ? Action : never
}[EventAction]

export type ErasingAction = {
  [Action in EventAction]: (typeof actions)[Action] extends { erases: true } ? Action : never
}[EventAction]

export type FreezingAction = {
  [Action in EventAction]: (typeof actions)[Action] extends { freezes: string } ? Action : never
}[EventAction]

export type KnownAction = EventAction | keyof typeof earlierActions

/** An action that this version does not know. It has no facts, equals no known action, and is shown as it is stored. */
declare enum UnknownAction {
  any = 'any other word',
}

/** The action of a stored event. */
export type StoredAction = KnownAction | UnknownAction

const known = new Map<string, ActionFacts>(Object.entries({ ...actions, ...earlierActions }))

export const isKnownAction = (word: string): word is KnownAction => known.has(word)

/** Returns whether a fact holds for an action. */
export const actionHas = (action: StoredAction, fact: keyof ActionFacts): boolean =>
  known.get(action)?.[fact] !== undefined

/** Returns the value of a fact, such as the document that an action freezes. */
export const actionFact = <Fact extends keyof ActionFacts>(
  action: StoredAction,
  fact: Fact,
): ActionFacts[Fact] | undefined => known.get(action)?.[fact]

/**
 * Returns a condition for a query. It uses literals, so that SQLite can use an index on one action; no action contains
 * a quotation mark.
 */
export function actionIn(...actions: KnownAction[]): string {
  const words = actions.map((action) => `'${action}'`).join(', ')
  return actions.length === 1 ? `action = ${words}` : `action in (${words})`
}

/** Returns all actions for which a fact holds, including those of earlier versions. */
export const actionsWith = (fact: keyof ActionFacts): KnownAction[] =>
  [...known.keys()].filter(isKnownAction).filter((action) => actionHas(action, fact))

type Deed = {
  by: string
  action: StoredAction
  subject?: string | null
  changes: readonly Change[]
}

/** Returns a sentence such as "demo approved the application". An unknown action is quoted as it is. */
export function actionWords({ by, action, subject = null, changes }: Deed): string {
  const words = known.get(action)?.words
  if (!words) return `${actorInSentence(by)}: ${action}`
  const told = typeof words === 'string' ? words : words({ changes, subject })
  return `${actorInSentence(by)} ${told}`
}

/** Lists of the record say "Customer"; a sentence needs an article. */
const actorInSentence = (by: string) => (groups.has(by) ? `The ${by.toLowerCase()}` : by)

const groups = new Set(['Applicant', 'Signer', 'Customer', 'System'])

const of = ({ subject }: Told) => subject ?? 'a colleague'

function amendedWords(changes: readonly Change[]): string {
  const labels = changes.map(({ field }) => changeLabel(field))
  if (labels.length === 0) return 'changed the application'
  if (labels.length > mostNamed) return `changed ${labels.length} fields`
  const last = labels.at(-1) ?? ''
  return `changed ${labels.length === 1 ? last : `${labels.slice(0, -1).join(', ')} and ${last}`}`
}

const mostNamed = 3

const codeIn = (changes: readonly Change[], lead = ', customer code ') => {
  const code = after(changes, 'customerCode')
  return code ? `${lead}${code}` : ''
}

const after = (changes: readonly Change[], name: string) =>
  changes.find(({ field }) => field === name)?.after
