import { expect, test } from 'vitest'
import type { EmailContext } from '#src/mail/email.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { sharedBrowser } from '../support/browser/chromium.ts'

const site = 'https://accounts.a-rather-long-host-name.example.com'
const application = '7K3M-Q9TX-2VHD'

const context: EmailContext = {
  companyName: 'Example Supplies',
  salesEmail: 'sales@example.com',
  telephone: null,
  companyDetails: '',
  promise: '2-3 business days',
  when: '20 November 2026 at 10:00 GMT',
  links: {
    portal: `${site}/client-login`,
    forgotPassword: `${site}/client/forgot-password`,
    admin: `${site}/admin/applications/${application}`,
    setPassword: `${site}/client/set-password?token=${'a'.repeat(43)}`,
    confirmAddress: `${site}/client-login?address=t`,
    resume: `${site}/client-form?resume=abc`,
    discard: `${site}/client-form?discard=abc`,
    verify: `${site}/verify`,
  },
  document: { kind: 'signed', isSealed: true, attachedAs: `application-${application}-signed.pdf` },
  witness: `1204:${'7f3a09c2'.repeat(8)}`,
  labelOf: (field) => field,
  wordsOf: (_, value) => value,
}

test('an email fits a phone and cuts no label in two', async () => {
  const to = { name: 'Kennet Instruments', address: 'office@example.com' }
  const businessName = 'Kennet Instruments and Calibration Services Ltd'
  const { html } = composeEmail(
    { kind: 'receipt', application, businessName, to, client: 1 },
    context,
  )
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 320, height: 700 } })
  await page.setContent(html)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const lines = await page.locator('th').evaluateAll((labels) =>
    labels.map((label) => {
      const range = document.createRange()
      range.selectNodeContents(label)
      return range.getClientRects().length
    }),
  )
  expect(lines).toEqual([1, 1])
  await page.close()
})
