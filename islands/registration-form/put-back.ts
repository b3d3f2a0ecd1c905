/** The state of each history entry that the scripts ran on, and of the one that was left by a submit. */
export const scriptsRan = 'scripts ran'
export const answersSent = 'sent'

/** The browser filled the fields: the scripts ran here before, and nobody has touched the page. */
export const isPutBack = () =>
  history.state === answersSent ||
  (history.state === scriptsRan && !navigator.userActivation?.hasBeenActive)
