/** The limits as guards: each is lifted by itself. */
export const limitGuards = [
  lifted('draft', 600, ['tests/app/http/limits']),
  lifted('save', 1200, ['tests/app/http/limits']),
  lifted('submit', 300, ['tests/app/http/limits']),
  lifted('duplicateAddress', 60, ['tests/app/applications/duplicate-limit']),
  lifted('pdf', 60, ['tests/app/http/limits', 'tests/app/documents/pdf']),
  lifted('testMail', 20, ['tests/app/mailing/email-settings']),
  lifted('clientSignIn', 10, ['tests/app/accounts/client-sign-in', 'tests/fault/brute-force']),
  lifted('adminSignIn', 10, ['tests/app/accounts/admin-sign-in', 'tests/fault/brute-force']),
  lifted('signInAddress', 60, ['tests/app/accounts/sign-in-limits']),
  lifted('signInNetwork', 120, ['tests/app/accounts/sign-in-limits']),
  lifted('secondFactor', 5, [
    'tests/app/accounts/second-factor',
    'tests/app/accounts/admin-sign-in',
  ]),
  lifted('forgotPassword', 60, ['tests/app/http/limits']),
  lifted('setPassword', 60, ['tests/app/http/limits']),
  lifted('passwordMail', 3, ['tests/app/accounts/client-passwords']),
]

function lifted(name, points, tests) {
  return {
    name: `limit: ${name}`,
    file: 'src/security/limits.ts',
    text: `  ${name}: { points: ${points},`,
    instead: `  ${name}: { points: 1e9,`,
    tests,
  }
}
