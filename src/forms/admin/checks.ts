export const readyChecks = [
  'Companies House',
  'Credit report',
  'Trade references',
  'Telephoned on a landline from the register',
  'UK Sanctions List',
  'Delivery address',
]

export const mostChecks = 8

export const longestCheckName = 60

export const checkStates = ['open', 'passed', 'failed', 'waived'] as const
export type CheckState = (typeof checkStates)[number]

export const checkStateLabels: Record<CheckState, string> = {
  open: 'Open',
  passed: 'Passed',
  failed: 'Failed',
  waived: 'Waived',
}

export const longestCheckNote = 2000

export const checkTexts = {
  badText: 'must be text',
  tooMany: `Choose or enter at most ${mostChecks} checks in all`,
  twice: 'Enter each check once',
  longName: `Use ${longestCheckName} characters or fewer for each check`,
  state: 'Choose a result',
  needsNote: 'Write what was found, or why it is not needed',
  unknown: 'This check is no longer in use. Choose another one.',
  draft: 'Checks can be recorded once the application is submitted',
  oneFile: 'Choose one file',
  stale: (check: string, by: string, state: CheckState) =>
    `${by} has recorded ${check} as ${state} since you opened this page. Nothing was saved. Look at it and record yours again if it is still needed.`,
  open: (names: string[]) =>
    `Credit can only be approved once no check is open. Still open: ${names.join(', ')}.`,
} as const

/** Splits the text into names, one per line. */
export const checkLines = (text: string | null) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
