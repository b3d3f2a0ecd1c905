export const proposalTexts = {
  own: 'You proposed this approval yourself. Somebody else has to confirm it.',
  gone: 'There is no proposal to confirm or decline any more. The page now shows the latest version.',
  changed: 'There is a newer proposal. Please read it first.',
  isVoid:
    'This proposal no longer counts: the application was changed since. Please propose the approval again.',
  isPast:
    'The review date of this proposal has already passed. Decline it, and propose the approval again with a later date.',
  notProven:
    'The history does not agree with this proposal, so nobody can confirm it. Decline it, and propose the approval again.',
  waits: (name: string) =>
    `${name} has already proposed to approve this application. Confirm or decline that first.`,
  noReason: 'Write why you decline',
} as const
