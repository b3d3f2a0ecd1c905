import { expect, test } from 'vitest'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { sharedBrowser } from '../support/browser/chromium.ts'
import { emailContext } from '../support/mail/email-context.ts'

const site = 'https://accounts.a-rather-long-host-name.example.com'
const application = '7K3M-Q9TX-2VHD'

const context = emailContext({
  links: {
    ...emailContext().links,
    setPassword: `${site}/client/set-password?token=${'a'.repeat(43)}`,
  },
  document: { kind: 'signed', isSealed: true, attachedAs: `application-${application}-signed.pdf` },
})

test('fits an email to a phone without cutting a label in two', async () => {
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
