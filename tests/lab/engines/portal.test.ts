import { test } from 'vitest'
import { invite, password } from '../../support/browser/e2e-client.ts'
import { arrives, awake, button, says } from './steps.ts'
import { inEveryEngine } from './visit.ts'

inEveryEngine((travel, { name }) => {
  test(
    'from the link in the email to a password, an edited application and out again',
    travel(async ({ tab, site }) => {
      const email = `portal-${name.toLowerCase()}@example.com`
      const token = await invite({ ...site.server, url: site.url }, email)
      await tab.open(`/client/set-password?token=${token}`)
      await tab.type('[name=password]', password)
      await tab.type('[name=confirmPassword]', password)
      await tab.click(button('Set Password'))
      await arrives(tab, '/client-login')
      await says(tab, 'You can now log in to your client portal.')
      await tab.type('#email', email)
      await tab.type('#password', password)
      await tab.click(button('Login'))
      await arrives(tab, '/client-portal')
      await says(tab, 'Under Review')
      await awake(tab)
      await tab.click('//*[@role="tab"][contains(., "Buyer")]')
      await tab.click(button('Edit'))
      await tab.type('[name=buyerName]', ' Changed')
      await tab.click(button('Save'))
      await says(tab, 'Your changes have been saved and the accounts team has been notified.')
      await says(tab, 'Bo Exämple Changed')
      await tab.click(button('Logout'))
      await arrives(tab, '/client-login')
      await tab.open('/client-portal')
      await arrives(tab, '/client-login')
    }),
  )
})
