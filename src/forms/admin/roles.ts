/** Sorted by their rights, fewest first. */
export const roles = ['viewer', 'reviewer', 'administrator'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = {
  viewer: 'Viewer',
  reviewer: 'Reviewer',
  administrator: 'Administrator',
}

/** `account` is the right to change one's own account. */
const reading = ['account', 'read', 'read-pdf'] as const
const reviewing = [...reading, 'amend', 'annotate', 'decide', 'move-sign-in'] as const
export const rights = [...reviewing, 'settings', 'team'] as const
export type Right = (typeof rights)[number]

const rightsOf: Record<Role, readonly Right[]> = {
  viewer: reading,
  reviewer: reviewing,
  administrator: rights,
}

export const mayDo = (role: Role, right: Right): boolean => rightsOf[role].includes(right)

export const readRole = (word: string): Role | null => roles.find((role) => role === word) ?? null
