import { expect, test } from 'vitest'
import { autofill, awake, newAddress, next } from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const visit = regular(commonSite())

/** How the page that is open came: `navigational-prefetch` when it was fetched ahead. */
const delivery = () =>
  visit.page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as PerformanceResourceTiming & { deliveryType: string }).deliveryType
  })

async function landingWithForm() {
  const ahead = visit.page.waitForEvent('requestfinished', (sent) =>
    sent.url().endsWith('/client-form'),
  )
  await visit.page.goto('/')
  await ahead
}

async function openForm() {
  await visit.page.click('a[href="/client-form"]')
  await awake(visit.page)
}

test('the landing page has the form fetched ahead of the click', async () => {
  await landingWithForm()
  await openForm()
  expect(await delivery()).toBe('navigational-prefetch')
})

test('a form fetched ahead is not shown once a draft was begun in another tab', async () => {
  await landingWithForm()
  const other = await visit.context.newPage()
  await other.goto('/client-form')
  await awake(other)
  await autofill(other, 1, { businessName: 'Other Tab Ltd', mainEmail: newAddress() })
  await next(other, 2)
  await other.close()
  await openForm()
  expect(await visit.page.inputValue('[name=businessName]')).toBe('Other Tab Ltd')
})
