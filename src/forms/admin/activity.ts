import type { Change } from '#db/schema/events.ts'
import { actionWords, changeLine } from './record-cards.ts'

export const activityKinds = [
  ['settings', 'Settings and team'],
  ['applications', 'Changes to applications'],
  ['access', 'Sign-ins and reads'],
] as const

/** '' for everything. */
export type ActivityKind = (typeof activityKinds)[number][0] | ''

type Deed = { actor: string; action: string; changes: readonly Change[] }

export function activityWords({ actor, action, changes }: Deed) {
  const known = actionWords({ by: actor, action, changes })
  const own = words[action] ?? (known.endsWith(`: ${action}`) ? active(action) : null)
  const sentence = own ? `${actor} ${own}` : known
  const named = /\bthe (application|record|document|notes)\b/.exec(sentence)
  const at = named ? named.index + named[0].length : sentence.length
  return { before: sentence.slice(0, at), after: sentence.slice(at), isNamed: named !== null }
}

const words: Record<string, string | undefined> = {
  'signed in': 'signed in',
  'signed out': 'signed out',
  'sign-in failed': 'failed to sign in',
  'record read': 'read the record',
  'document read': 'read the document',
  'attachment read': 'read a file',
  'notes read': 'read the notes',
  'list read': 'read a list',
  'list exported': 'exported the list',
  'person found': 'looked up what is held about a person',
  'person exported': 'exported what is held about a person',
  'second factor on': 'turned on two-step sign-in',
  'second factor off': 'turned off two-step sign-in',
  'wrong code of two-step sign-in': 'entered a wrong code of two-step sign-in',
  'setup list put away': 'put away the setup list',
}

/** "sessions of amy ended" becomes "ended the sessions of amy". */
function active(action: string): string | null {
  const [, noun = '', verb = '', rest = ''] = passive.exec(action) ?? []
  if (!noun) return null
  const article = verb === 'invited' || /^(an?|all) /.test(noun) ? '' : 'the '
  return `${irregular[verb] ?? verb} ${article}${noun}${rest}`
}

const passive =
  /^(.+?) (added|begun|changed|closed|confirmed|connected|created|disconnected|ended|finished|invited|made|opened|published|removed|renewed|reset|revoked|saved|sent|tested|turned off|withdrawn)( again| to .+)?$/

const irregular: Record<string, string | undefined> = { begun: 'began', withdrawn: 'withdrew' }

const mostShown = 300

/** For the activity of an account: every setting has a label, long values are cut. */
export function activityLine(change: Change) {
  const { label, isFolded, before, after } = changeLine(change)
  return {
    label: label === change.field ? labelOf(label) : label,
    isFolded,
    before: before && shortened(before),
    after: shortened(after),
  }
}

function labelOf(field: string): string {
  if (field === 'sha256') return 'SHA-256'
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Half of a surrogate pair is no character. */
const shortened = (text: string) =>
  text.length > mostShown ? `${[...text].slice(0, mostShown).join('').trimEnd()}…` : text
