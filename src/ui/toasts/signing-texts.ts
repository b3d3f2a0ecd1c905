import { failure } from './toast.ts'

export const signingToasts = {
  notRead: failure('Error', 'The answers could not be read again. Reload the page.'),
  notSigned: failure('Error', 'The application was not signed. Please try again.'),
  notSentBack: failure('Error', 'The application was not sent back. Please try again.'),
  notDeclined: failure('Error', 'Nothing was changed. Please try again.'),
}
