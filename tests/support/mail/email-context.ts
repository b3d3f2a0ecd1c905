import type { EmailContext } from '#src/mail/email.ts'

export const site = 'https://accounts.example.com'

/** What an email knows beside its own facts, for an installation that is made up. */
export const emailContext = (changes: Partial<EmailContext> = {}): EmailContext => ({
  companyName: 'Example Supplies',
  logo: null,
  accent: null,
  salesEmail: 'sales@example.com',
  telephone: null,
  companyDetails: '',
  promise: '2-3 business days',
  when: '20 November 2026 at 10:00 GMT',
  links: {
    portal: `${site}/client-login`,
    forgotPassword: `${site}/client/forgot-password`,
    toSignInAddress: true,
    admin: `${site}/admin/applications/7K3M-Q9TX-2VHD`,
    setPassword: `${site}/client/set-password?token=abc`,
    confirmAddress: `${site}/client-login?address=t`,
    resume: `${site}/client-form?resume=abc`,
    discard: `${site}/client-form?discard=abc`,
    sign: `${site}/sign?token=abc`,
    verify: `${site}/verify`,
  },
  document: null,
  labelOf: (field) => (field === 'telephone' ? 'Telephone' : field),
  wordsOf: (_, value) => value,
  ...changes,
})
