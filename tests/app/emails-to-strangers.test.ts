import { expect, test } from 'vitest'
import { lettersOf, signedIn } from '../support/clients.ts'
import { testApp } from '../support/test-app.ts'

test('the address that was replaced is not told the new one, which anybody may have typed', async () => {
  const house = testApp()
  const { browser } = await signedIn(house)
  const mainEmail = 'call-0900-123456@evil.example'
  const saved = await browser.put('/api/client/application/business', { mainEmail })
  expect(saved.status).toBe(200)
  const letters = lettersOf(house, 'address-changed')
  expect(letters).toHaveLength(1)
  expect(JSON.stringify(letters)).not.toContain('evil.example')
})
