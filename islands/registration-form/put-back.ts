/** These are states of history entries: the scripts ran on the page, or a submit left it. */
export const scriptsRan = 'scripts ran'
export const answersSent = 'sent'

/** Tells whether the browser filled the fields, and nobody has touched them. */
export const isPutBack = () =>
  history.state === answersSent ||
  (history.state === scriptsRan && !navigator.userActivation?.hasBeenActive)
