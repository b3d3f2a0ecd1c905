/** The limits as guards: each is lifted by itself. */
export const limitGuards = [
  lifted('draft', 600, ['tests/app/limits']),
  lifted('save', 1200, ['tests/app/limits']),
  lifted('submit', 300, ['tests/app/limits']),
  lifted('duplicateAddress', 60, ['tests/app/duplicate-limit']),
  lifted('pdf', 60, ['tests/app/limits', 'tests/app/pdf']),
  lifted('testMail', 20, ['tests/app/email-settings']),
  lifted('clientSignIn', 10, ['tests/app/client-sign-in', 'tests/fault/brute-force']),
  lifted('adminSignIn', 10, ['tests/app/admin-sign-in', 'tests/fault/brute-force']),
  lifted('signInAddress', 60, ['tests/app/sign-in-limits']),
  lifted('signInNetwork', 120, ['tests/app/sign-in-limits']),
  lifted('secondFactor', 5, ['tests/app/second-factor', 'tests/app/admin-sign-in']),
  lifted('forgotPassword', 60, ['tests/app/limits']),
  lifted('setPassword', 60, ['tests/app/limits']),
  lifted('passwordMail', 3, ['tests/app/client-passwords']),
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
