export const signInTexts = {
  username: 'Username is required',
  email: 'Please enter a valid email address',
  password: 'Password is required',
  code: 'Code is required',
  short: 'Password must be at least 8 characters',
  long: 'Password must be 128 characters or fewer',
  match: "Passwords don't match",
  provider: "You can't sign in with a password here. Use the button below.",
  noCookies:
    'Your browser does not keep our cookies, so we cannot sign you in. Allow cookies for this site, then log in again.',
} as const
