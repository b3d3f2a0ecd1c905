import { expect, test } from 'vitest'
import { emailsOf, signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

test('the address that was replaced is not told the new one, which anybody may have typed', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const mainEmail = 'call-0900-123456@evil.example'
  const saved = await browser.put('/api/client/application/business', { mainEmail })
  expect(saved.status).toBe(200)
  const emails = emailsOf(app, 'address-changed')
  expect(emails).toHaveLength(1)
  expect(JSON.stringify(emails)).not.toContain('evil.example')
})
