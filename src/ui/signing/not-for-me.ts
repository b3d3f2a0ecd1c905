export const notForMe = {
  title: 'This is not for me',
  text: 'If you do not know what this is about, or should not be asked: the link ends, the applicant sees that you do not sign, and for a year we send no such emails to this address.',
  button: 'This is not for me: send no more of these emails',
}
