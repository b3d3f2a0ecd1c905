/** Messages of the sign-in and password screens. */
export const signInTexts = {
  username: 'Username is required',
  email: 'Please enter a valid email address',
  password: 'Password is required',
  code: 'Code is required',
  short: 'Password must be at least 8 characters',
  long: 'Password must be 128 characters or fewer',
  match: "Passwords don't match",
} as const
