import { expect, test } from 'vitest'
import { actionHas, actionsWith, actionWords } from '#src/domain/audit/actions.ts'
import { readAction } from '#src/domain/audit/earlier-words.ts'

const stored: [word: string, action: string, subject: string | null, words: string][] = [
  ['application submitted', 'application submitted', null, 'submitted the application'],
  ['account closed', 'account closed', null, 'closed the account'],
  ['terms withdrawn', 'terms withdrawn', null, 'withdrew terms'],
  ['clock confirmed', 'clock confirmed', null, 'confirmed the clock'],
  ['directors listed', 'directors listed', null, 'listed the directors'],
  ['letter discarded', 'email discarded', null, 'discarded an email'],
  ['webhook disabled', 'webhook disabled', null, 'disabled a webhook'],
  ['sign-in move asked', 'sign-in move requested', null, 'asked to move the sign-in'],
  ['administrator olive created', 'staff account created', 'olive', 'created the account olive'],
  ['reviewer Rita Reed created', 'staff account created', 'Rita Reed', 'account Rita Reed'],
  ['administrator olive disabled', 'staff account closed', 'olive', 'closed the account olive'],
  ['account olive closed', 'staff account closed', 'olive', 'closed the account olive'],
  ['account olive opened again', 'staff account reopened', 'olive', 'reopened the account olive'],
  ['role of olive changed', 'role changed', 'olive', 'changed the role of olive'],
  ['emergency account of olive given', 'emergency account given', 'olive', 'olive an emergency'],
  [
    'emergency account of olive taken',
    'emergency account taken',
    'olive',
    'emergency status of the account olive',
  ],
  ['administrator olive reset', 'staff password reset', 'olive', 'reset the password of olive'],
  ['password of olive reset', 'staff password reset', 'olive', 'reset the password of olive'],
  ['password of olive set by a link', 'staff password set by link', 'olive', 'of olive by a link'],
  ['password link sent to olive', 'staff password link sent', 'olive', 'link to olive'],
  ['two-step sign-in of olive turned off', 'two-step sign-in turned off', 'olive', 'of olive'],
  ['sign-in of olive connected', 'provider connected', 'olive', 'connected the sign-in of olive'],
  ['sign-in of olive disconnected', 'provider disconnected', 'olive', 'disconnected the sign-in'],
  ['a session of olive ended', 'staff session ended', 'olive', 'ended a session of olive'],
  ['sessions of olive ended', 'staff sessions ended', 'olive', 'ended the sessions of olive'],
  ['sessions of customer 7 ended', 'customer sessions ended', '7', 'sessions of a customer'],
  ['sessions of all customers ended', 'sessions of all customers ended', null, 'all customers'],
  ['olive invited', 'invitation sent', 'olive', 'invited olive'],
  ['invitation of olive sent again', 'invitation sent again', 'olive', 'invited olive again'],
  ['invitation of olive withdrawn', 'invitation withdrawn', 'olive', 'invitation of olive'],
  ['invitation of olive accepted', 'invitation accepted', 'olive', 'accepted the invitation'],
]

test.each(stored)('shows a stored "%s" in today’s words', (word, action, subject, words) => {
  const read = readAction(word, null)
  expect(read).toEqual({ action, subject })
  expect(actionWords({ by: 'Customer', ...read, changes: [] })).toContain(words)
})

test('shows a stored word of another version as it is, without facts', () => {
  for (const word of ['seal withdrawn', 'constructor', '']) {
    const read = readAction(word, 'olive')
    expect(read).toEqual({ action: word, subject: 'olive' })
    expect(actionHas(read.action, 'isPrinted')).toBe(false)
    expect(actionWords({ by: 'System', ...read, changes: [] })).toBe(`The system: ${word}`)
  }
})

test('has no quotation mark in any action, which queries would have to escape', () => {
  expect(actionsWith('words').filter((action) => action.includes("'"))).toEqual([])
})
