export const activityKinds = [
  ['settings', 'Settings and team'],
  ['applications', 'Changes to applications'],
  ['access', 'Sign-ins and reads'],
] as const

/** '' for everything. */
export type ActivityKind = (typeof activityKinds)[number][0] | ''
