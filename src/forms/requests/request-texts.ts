/** The longest question and the longest answer, in characters. */
export const longestRequest = 2000

/** Why a request for information, or its answer, is refused. */
export const requestTexts = {
  required: 'Write what is missing',
  notSubmitted: 'Only a submitted application can be asked for more',
  alreadyOpen: 'The customer has been asked already. Wait for the answer or withdraw that request.',
  noAddress: 'The application has no email address, so the customer cannot be asked',
  notOpen: 'This request has been answered or withdrawn meanwhile',
  closed: 'This request has been answered or is no longer open. Nothing more was sent.',
  nothing: 'Write an answer or choose a file',
} as const
