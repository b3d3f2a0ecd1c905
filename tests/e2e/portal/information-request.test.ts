import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { adminEnv, awake, openAsAdmin, signInByCall } from '../../support/browser/e2e-admin.ts'
import { enter, says } from '../../support/browser/e2e-client.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(1e6, 'x'),
  Buffer.from('\n%%EOF'),
])

test.each([true, false])(
  'a reviewer asks, the customer answers with files, the reviewer downloads one (scripts: %s)',
  async (javaScriptEnabled) => {
    const [client, admin] = [
      await site.guest({ javaScriptEnabled }),
      await site.guest({ javaScriptEnabled }),
    ]
    await enter(site.server, client.page)
    const { id } = await (await client.page.request.get('/api/client/application')).json()

    const record = `/admin/applications/${id}`
    if (javaScriptEnabled) await openAsAdmin(admin.page, record)
    else {
      await signInByCall(admin.page)
      await admin.page.goto(record)
    }
    await admin.page.getByLabel('What is missing?').fill('Please send your accounts.')
    await admin.page.getByRole('button', { name: 'Ask the customer' }).click()
    await says(admin.page, 'The customer has been asked by email')
    await says(admin.page, 'Waiting for the customer')
    await admin.page.goto('/admin/dashboard?status=waiting')
    await admin.page.getByRole('table').getByText('Waiting for the customer').first().waitFor()

    const { page } = client
    await page.goto('/client-portal')
    await says(page, 'Please send your accounts.')
    await page.getByLabel('Your answer').fill('The second file is a letterhead.')
    const files = page.getByLabel('Files (optional)')
    await files.setInputFiles([
      { name: 'accounts.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'letter.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') },
    ])
    await page.getByRole('button', { name: 'Send answer' }).click()
    await says(page, '“letter.exe” is not a PDF, PNG or JPEG file')
    expect(await page.getByLabel('Your answer').inputValue()).toContain('letterhead')
    await files.setInputFiles({ name: 'accounts.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.getByRole('button', { name: 'Send answer' }).click()
    await says(page, 'Answer sent')
    await says(page, 'We have your application.')
    client.complaints = client.complaints.filter((line) => !line.includes('400'))

    await admin.page.goto(record)
    await says(admin.page, 'The second file is a letterhead.')
    const [download] = await Promise.all([
      admin.page.waitForEvent('download'),
      admin.page.getByRole('link', { name: 'accounts.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('accounts.pdf')
    expect((await readFile(await download.path())).equals(pdf)).toBe(true)
  },
)

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['after a change', (page) => page.getByLabel('Your answer').fill('Jo Example, alone')],
  [
    'from the page that the browser has kept',
    (page) =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ],
])('an answer that was stopped on its way can be sent %s', async (_, comeBack) => {
  const { page } = await site.guest()
  await enter(site.server, page)
  const { id } = await (await page.request.get('/api/client/application')).json()
  const reviewer = await site.guest()
  await signInByCall(reviewer.page)
  await reviewer.page.request.post(`/admin/applications/${id}`, {
    form: { action: 'ask', request: 'Who owns it?' },
    headers: { origin: site.server.url },
  })
  await page.goto('/client-portal')
  await awake(page)
  await page.getByLabel('Your answer').fill('Jo Example')
  // the page stays, as after Stop
  await page.route('**/client-portal', (route) => route.fulfill({ status: 204 }), { times: 1 })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('button', { name: 'Sending...' }).waitFor()
  await comeBack(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await says(page, 'Answer sent')
})
