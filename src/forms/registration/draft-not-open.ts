/** The same for every reason: other words would tell a stranger that a draft exists. */
export const draftNotOpen =
  'This draft is not open in this browser any more. It may have been opened on another device, sent or deleted. Go on there, or start again.'
