import { mayDo, type Right } from '#src/forms/admin/roles.ts'
import type { Admin } from './actor.ts'
import { Refusal, refusals } from './refusal.ts'

/**
 * Refuses 'not-allowed' when the role lacks a right, and 'second-factor' while the account must set one up first: until
 * then it has the right to itself alone (rules 98 and 229).
 */
export function refuseWithoutRight({ role, lacksSecondFactor }: Admin, right: Right) {
  if (!mayDo(role, right)) throw new Refusal('not-allowed', refusals.roleMayNot)
  if (lacksSecondFactor && right !== 'account')
    throw new Refusal('second-factor', refusals.secondFactorFirst)
}
