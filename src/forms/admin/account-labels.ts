/** What the two types of account are called. */
export const accountLabels = { credit: 'Credit account', cash: 'Cash account' }
