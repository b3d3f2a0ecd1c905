import { faultRounds } from './rounds.ts'

export const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati']

/** The two that are furthest apart; all of them in the long form. */
export const machines = faultRounds > 1 ? zones : ['America/Los_Angeles', 'Pacific/Kiritimati']
