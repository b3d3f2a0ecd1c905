import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { emailsOf, signedIn, signIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

const ways = [
  ['by call', save],
  ['without scripts', post],
] as const

describe.each(ways)('edits in the portal %s', (way, send) => {
  test('clears every optional field that was blanked in an edit', async () => {
    const app = testApp()
    const { browser, id } = await signedIn(app)
    const filled = {
      business: { fax: '020 7946 0001' },
      accounts: { accountsFax: '020 7946 0002' },
      buyer: { buyerFax: '020 7946 0003' },
      delivery: { deliveryFax: '020 7946 0004', specialInstructions: 'Ring twice' },
    }
    for (const [section, fields] of Object.entries(filled)) {
      await browser.put(path(section), fields)
      const blank = Object.fromEntries(Object.keys(fields).map((name) => [name, ' ']))
      expect(await send(browser, section, blank)).toMatchObject({ done: true })
      const { application } = stored(app, id)
      expect(application).toMatchObject(
        Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
      )
    }
  })

  test('says that an edit changed nothing, and sends no email', async () => {
    const app = testApp()
    const { browser } = await signedIn(app)
    const { buyerName } = answers[4]
    const { text } = await send(browser, 'buyer', { buyerName })
    if (way === 'without scripts') {
      expect(text).toContain('No changes to save')
      expect(text).not.toContain('has been notified')
    }
    expect(emailsOf(app, 'client-edit')).toEqual([])
    const changed = await send(browser, 'buyer', { buyerName: 'Somebody Else' })
    if (way === 'without scripts')
      expect(changed.text).toContain('the accounts team has been notified.')
    expect(emailsOf(app, 'client-edit')).toHaveLength(1)
  })
})

const portalNames = {
  accounts: { accountsName: 'Una Ledger', accountsEmail: 'una@example.com', accountsTel: '1' },
  buyer: { buyerTel: '2' },
}

test.each(Object.entries(portalNames))(
  "asks, accepts and corrects in the %s form without scripts under the portal's names",
  async (section, fields) => {
    const { browser } = await signedIn(testApp())
    const address = `/client-portal?tab=${section}&edit=${section}`
    const names = ({ text }: { text: string }) =>
      [...text.matchAll(/<(?:input|textarea) [^>]*name="(\w+)"/g)].map(([, name]) => name)
    const shown = names(await browser.get(address))
    expect(shown).toEqual(expect.arrayContaining(Object.keys(fields)))
    for (const column of ['accountsContact', 'invoiceEmail', 'accountsTelephone', 'buyerTelephone'])
      expect(shown).not.toContain(column)
    const [first = ''] = Object.keys(fields)
    const refused = await post(browser, section, { ...fields, [first]: ' ' })
    expect(refused.done).toBe(false)
    for (const typed of Object.values(fields).slice(1))
      expect(refused.text).toContain(`value="${typed}"`)
    expect(refused.text).toContain('is required')
    expect((await post(browser, section, fields)).done).toBe(true)
    expect((await browser.get('/api/client/application')).json).toMatchObject(fields)
  },
)

test('copies by a ticked "Same as" box without scripts, also from another section', async () => {
  const app = testApp()
  const { browser, id } = await signedIn(app)
  const { text } = await browser.get('/client-portal?tab=delivery&edit=delivery')
  expect(text).toMatch(/name="sameDeliveryAddress"(?! checked)/)
  const typed = { deliveryAddress: 'Typed', deliveryPostCode: '', sameDeliveryAddress: 'yes' }
  expect((await post(browser, 'delivery', typed)).done).toBe(true)
  const emails = { accountsEmail: 'one@example.com', sameInvoiceEmails: 'yes' }
  expect((await post(browser, 'accounts', emails)).done).toBe(true)
  expect(stored(app, id).application).toMatchObject({
    deliveryAddress: answers[1].businessAddress,
    deliveryPostCode: answers[1].postCode,
    financialEmail: 'one@example.com',
    invoiceQueriesEmail: 'one@example.com',
  })
})

/** The business address as the address for invoices. */
const invoicedAtHome = {
  invoiceAddress: answers[1].businessAddress,
  invoicePostCode: answers[1].postCode,
}

test('marks on the page what changed since signing, and says which addresses did not follow', async () => {
  const app = testApp()
  const { browser, id } = await signedIn(app, invoicedAtHome)
  const before = await browser.get('/client-portal')
  expect(before.text).not.toMatch(/Changed on|address is still/)
  expect(before.text).toMatch(/<img class="plate" src="data:image\/png;base64,/)
  expect(before.text).toMatch(/<dt>Signature<.*?<\/div><div><dt>Signed by</)
  expect(before.text).toMatch(/people"><div><dt>[^<]+<\/dt><dd>/)
  await browser.put(path('business'), { postCode: 'EX5 9ZZ' })
  const { text } = await browser.get('/client-portal')
  expect(text.match(/Changed on 20 November 2026/g)).toHaveLength(1)
  expect(text).toMatch(/EX5 9ZZ<p class="hint">Changed on/)
  const admin = await adminBrowser(app)
  const edited = await admin.patch(`/api/applications/${id}`, { telephone: '020 7946 0777' })
  expect(edited.status).toBe(200)
  expect((await browser.get('/client-portal')).text).toMatch(
    /020 7946 0777<p class="hint">Changed by us on 20 November 2026/,
  )
  expect(
    text.match(
      /Your invoice address is still Unit 4, Test Park, 12 Example Road, Sampleford, EX4 2MP/g,
    ),
  ).toHaveLength(2)
  expect(text).toContain('edit=accounts#title-accounts"')
  expect(text).not.toContain('Your delivery address is still')
  await browser.put(path('accounts'), { invoicePostCode: 'EX5 9ZZ' })
  expect((await browser.get('/client-portal')).text).not.toContain('address is still')
})

test('asks for a day about an address that was meant to stay', async () => {
  const app = testApp()
  const { browser } = await signedIn(app, invoicedAtHome)
  await browser.put(path('business'), { postCode: 'EX5 9ZZ' })
  const later = async (hours: number) => {
    app.clock.now += hours * 36e5
    await signIn(browser)
    return (await browser.get('/client-portal')).text
  }
  expect(await later(23)).toContain('Your invoice address is still')
  expect(await later(2)).not.toContain('address is still')
})

const path = (section: string) => `/api/client/application/${section}`

async function save(browser: Browser, section: string, fields: Record<string, string>) {
  const { status, text } = await browser.put(path(section), fields)
  return { done: status === 200, text }
}

/** A form posts only its ticked boxes, so a post without any unticks all types. */
async function post(browser: Browser, section: string, fields: Record<string, string>) {
  const ticked = section === 'business' && { businessTypes: 'PLC' }
  const answer = await browser.postForm(`/client-portal?tab=${section}&edit=${section}`, {
    section,
    ...ticked,
    ...fields,
  })
  const next = answer.headers.get('location')
  return { done: answer.status === 303, text: next ? (await browser.get(next)).text : answer.text }
}
