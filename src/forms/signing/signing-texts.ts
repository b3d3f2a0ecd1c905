export const signingTexts = {
  noName: 'Enter the name of the person who signs',
  noEmail: 'Valid email is required',
  noNote: 'Say what is wrong, so that the applicant can put it right',
  longestNote: 1000,
} as const
