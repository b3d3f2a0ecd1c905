import { isKnownAction, type KnownAction, type StoredAction } from './actions.ts'

/**
 * Translates the action of a stored event into today's words, because events are never rewritten. Earlier versions used
 * other words and put a user name into the action, where it is the subject now. Unknown words stay as they are.
 */
export function readAction(
  word: string,
  subject: string | null,
): { action: StoredAction; subject: string | null } {
  if (isKnownAction(word)) return { action: word, subject }
  for (const [pattern, action] of earlierWords) {
    const match = pattern.exec(word)
    if (match) return { action, subject: match[1] ?? subject }
  }
  return { action: word as StoredAction, subject }
}

const earlierWords: [RegExp, KnownAction][] = [
  [/^sign-in move asked$/, 'sign-in move requested'],
  [/^letter resent$/, 'email resent'],
  [/^letter discarded$/, 'email discarded'],
  [/^(?:viewer|reviewer|administrator) (.+) created$/, 'staff account created'],
  [/^administrator (.+) disabled$/, 'staff account closed'],
  [/^account (.+) closed$/, 'staff account closed'],
  [/^account (.+) opened again$/, 'staff account reopened'],
  [/^role of (.+) changed$/, 'role changed'],
  [/^emergency account of (.+) given$/, 'emergency account given'],
  [/^emergency account of (.+) taken$/, 'emergency account taken'],
  [/^administrator (.+) reset$/, 'staff password reset'],
  [/^password of (.+) reset$/, 'staff password reset'],
  [/^password of (.+) set by a link$/, 'staff password set by link'],
  [/^password link sent to (.+)$/, 'staff password link sent'],
  [/^two-step sign-in of (.+) turned off$/, 'two-step sign-in turned off'],
  [/^sign-in of (.+) connected$/, 'provider connected'],
  [/^sign-in of (.+) disconnected$/, 'provider disconnected'],
  [/^a session of (.+) ended$/, 'staff session ended'],
  [/^sessions of customer (\d+) ended$/, 'customer sessions ended'],
  [/^sessions of (.+) ended$/, 'staff sessions ended'],
  [/^invitation of (.+) sent again$/, 'invitation sent again'],
  [/^invitation of (.+) withdrawn$/, 'invitation withdrawn'],
  [/^invitation of (.+) accepted$/, 'invitation accepted'],
  [/^(.+) invited$/, 'invitation sent'],
]
