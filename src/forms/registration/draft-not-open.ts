/** The same for every reason: other words would tell a stranger that a draft exists. */
export const draftNotOpen =
  'This draft is not open in this browser any more. It may have been opened on another device, sent or deleted. Go on there, or start again.'

/** On a page that has made its draft itself, and can ask for its cookie again. */
export const cookieNotKept =
  'Your browser does not keep our cookies, so we cannot go on with your draft. Allow cookies for this site, then try again. What you typed is still here.'

/** Of a browser that was given the cookie of its draft and did not bring it. */
export const draftCookieBlocked =
  'Your browser does not keep our cookies, so we cannot go on with your draft. Allow cookies for this site, then reload this page. When you enter your email address again, we will send a link to your draft to it.'
