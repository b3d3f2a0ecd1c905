/** The text is the same for every reason, because a different text would tell a stranger that a draft exists. */
export const draftNotOpen =
  'This draft is not open in this browser any more. It may have been opened on another device, sent or deleted. Continue there, or start again.'

/** Shown on a page that has just created its draft and can offer to set the cookie again. */
export const cookieNotKept =
  'Your browser does not keep our cookies, so we cannot continue your draft. Allow cookies for this site, then try again. What you typed is still here.'

/** Shown when the browser got the cookie of its draft but did not send it back. */
export const draftCookieBlocked =
  'Your browser does not keep our cookies, so we cannot continue your draft. Allow cookies for this site, then reload this page. When you enter your email address again, we will send a link to your draft to it.'
