/** One thing that was looked at: right, worth a thought, or wrong. */
export type Finding = { is: 'ok' | 'think' | 'wrong'; about: string; words: string }
