/** States of history entries: the scripts ran, or a submit left it. */
export const scriptsRan = 'scripts ran'
export const answersSent = 'sent'

/** The browser filled the fields; nobody has touched them. */
export const isPutBack = () =>
  history.state === answersSent ||
  (history.state === scriptsRan && !navigator.userActivation?.hasBeenActive)
