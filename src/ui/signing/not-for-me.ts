export const notForMe = {
  title: 'This is not for me',
  text: 'Use this if you do not know what this is about, or if you are the wrong person. The link stops working, the applicant sees that you will not sign, and for a year we send no such emails to this address.',
  button: 'This is not for me: send no more of these emails',
}
