/** The roles of the back office, from the fewest rights to the most. */
export const roles = ['viewer', 'reviewer', 'administrator'] as const
export type Role = (typeof roles)[number]

/** What an account may do: with any application, with the settings of the product, and with other accounts. */
export const roleLabels: Record<Role, string> = {
  viewer: 'Viewer',
  reviewer: 'Reviewer',
  administrator: 'Administrator',
}

/** `account` is the way to the own account, open to everybody who is signed in. */
const reading = ['account', 'read', 'read-pdf'] as const
const reviewing = [...reading, 'amend', 'annotate', 'decide', 'move-sign-in'] as const
export const rights = [...reviewing, 'settings', 'team'] as const
export type Right = (typeof rights)[number]

const rightsOf: Record<Role, readonly Right[]> = {
  viewer: reading,
  reviewer: reviewing,
  administrator: rights,
}

/** Whether a role has a right (rule 98). */
export const mayDo = (role: Role, right: Right): boolean => rightsOf[role].includes(right)

/** The role that a word names; `null` for any other word. */
export const readRole = (word: string): Role | null => roles.find((role) => role === word) ?? null
