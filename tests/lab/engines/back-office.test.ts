import { expect, test } from 'vitest'
import { admin, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { arrives, awake, button, fill, link, says, valueIn } from './steps.ts'
import { found, type Tab, until } from './tab.ts'
import { inEveryEngine } from './visit.ts'

inEveryEngine((travel, { name }) => {
  test(
    'sign in, find an application, approve it, and reject it after all',
    travel(async ({ tab, site }) => {
      const company = `${name} Gauges`
      const id = await submitByCalls({ url: site.url }, company)
      await signIn(tab)
      await awake(tab)
      await found(tab, '.plot canvas')
      await tab.type('[type=search]', company)
      await tab.click(button('Search'))
      await arrives(tab, '/admin/dashboard?search=')
      await says(tab, company)
      const text = await tab.run(() => document.body.innerText)
      expect(text).not.toMatch(/NaN|\d{4}-\d\d-\d\dT/)
      await tab.open(`/admin/applications/${id}`)
      await awake(tab)
      await tab.click(button('Approve Application'))
      await tab.type('dialog[open] [name=customerCode]', `C-${name}`)
      await tab.click('dialog[open] [type=submit]')
      await says(tab, 'Approved')
      await says(tab, `C-${name}`)
      await tab.click(button('Reject Application'))
      await tab.type('dialog[open] textarea', 'No trade references')
      await tab.click('dialog[open] [type=submit]')
      await found(tab, '//*[contains(@class, "badge")][contains(., "Rejected")]')
    }),
  )

  test(
    'the email settings are saved and the secret never comes back',
    travel(async ({ tab }) => {
      await signIn(tab)
      await tab.click(link('Email Settings'))
      await arrives(tab, '/admin/email-settings')
      await awake(tab)
      await fill(tab, {
        smtpHost: '127.0.0.1',
        smtpPort: '1',
        smtpUser: 'mailer',
        fromEmail: 'post@example.com',
        fromName: 'Example Supplier',
        accountsNotificationEmail: 'accounts@example.com',
      })
      await tab.type('[name=smtpPassword]', 'canary secret')
      await tab.click(button('Save Settings'))
      await says(tab, 'Email settings updated successfully')
      await says(tab, '127.0.0.1:1')
      expect(await valueIn(tab, '[name=smtpPassword]')).toBe('')
    }),
  )

  test(
    'closing My account gives the focus back to its link',
    travel(async ({ tab }) => {
      await openMyAccount(tab)
      await tab.click('//dialog//button[normalize-space()="Close"]')
      await until('the focus on the link', () =>
        tab.run(() => document.activeElement?.id === 'my-account'),
      )
    }),
  )

  if (name === 'Firefox')
    test(
      'where the browser hides what is drawn, My account asks for the typed name',
      travel(async ({ tab }) => {
        await openMyAccount(tab)
        await tab.click(button('Draw instead'))
        await says(tab, 'Please type your name instead.')
      }, true),
    )
})

async function openMyAccount(tab: Tab) {
  await signIn(tab)
  await tab.click(link('My account'))
  await arrives(tab, '/admin/dashboard?dialog=account')
  await awake(tab)
  await chartDrawn(tab)
}

async function signIn(tab: Tab) {
  await tab.open('/admin')
  await tab.type('#username', admin.username)
  await tab.type('#password', admin.password)
  await tab.click(button('Login'))
  await arrives(tab, '/admin/dashboard')
  await chartDrawn(tab)
}

/** WebKit warns of a script that was still loading when the page was left. */
const chartDrawn = (tab: Tab) =>
  until('the chart', () => tab.run(() => document.querySelector('.plot canvas') !== null))
