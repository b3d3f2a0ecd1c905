/** The result of one check: right, doubtful or wrong. */
export type Finding = { is: 'ok' | 'think' | 'wrong'; about: string; words: string }
