/** What an administrator may decide, and from which states (rule 111). Nothing else changes a status. */
export const transitions = {
  approved: ['submitted', 'rejected'],
  rejected: ['submitted', 'approved'],
} as const

export type Decision = keyof typeof transitions

const decisions: Decision[] = ['approved', 'rejected']

/** The decisions that are open to an application in a state: the one question of buttons and server. */
export const allowed = (status: string | null): Decision[] =>
  decisions.filter((decision) => transitions[decision].some((from) => from === status))
