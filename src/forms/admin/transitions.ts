/** From which states a decision is possible; nothing else changes a status. */
export const transitions = {
  approved: ['submitted', 'rejected'],
  rejected: ['submitted', 'approved'],
} as const

export type Decision = keyof typeof transitions

const decisions: Decision[] = ['approved', 'rejected']

/** The one question of buttons and server. */
export const allowed = (status: string | null): Decision[] =>
  decisions.filter((decision) => transitions[decision].some((from) => from === status))
