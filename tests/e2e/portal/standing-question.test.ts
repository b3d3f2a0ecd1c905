import { expect, test } from 'vitest'
import { adminEnv, signInByCall } from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { password, says, signedIn } from '../../support/browser/e2e-client.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { applyByCalls, call, passwordLink } from '../../support/calls.ts'

// a server of its own: the question is put to everybody who applies
const site = sharedSite(adminEnv)

test('sets a question for every credit applicant, gets an answer beside a staff question, and shows it', async () => {
  const { page: desk } = await site.guest()
  await signInByCall(desk)
  await desk.goto('/admin/company')
  await desk
    .getByRole('textbox', { name: 'Question (optional)' })
    .fill('Which credit do you need a month?\nPlease name two trade references.')
  await desk.getByLabel('They may attach files').check()
  await desk.getByRole('button', { name: 'Save Details' }).click()
  await says(desk, 'Company details updated successfully')

  const mainEmail = 'credit@asked.example.com'
  const { id } = await applyByCalls(site.server.url, { mainEmail })
  const body = { token: passwordLink(site.server, mainEmail), password }
  await call(site.server.url, 'POST', '/api/client/set-password', { body })
  const session = await signedIn(site.server as never, '/api/client/login', {
    email: mainEmail,
    password,
  })

  const record = `/admin/applications/${id}`
  await desk.goto(record)
  await awake(desk)
  await says(desk, 'Asked after submitting')
  await desk.getByRole('button', { name: 'Ask the Customer' }).click()
  await desk.getByLabel('What is missing?').fill('Who owns the company?')
  await desk.getByRole('button', { name: 'Send Question' }).click()
  await says(desk, 'Your question is on its way to the customer')

  const { page, context } = await site.guest()
  await context.addCookies([session])
  await page.goto('/client-portal')
  await awake(page)
  const standing = page.getByRole('region', { name: 'A question about your application' })
  const own = page.getByRole('region', { name: 'We need more information' })
  await own.getByRole('textbox', { name: 'Your answer' }).fill('Jo Sample owns it.')
  const file = { name: 'letterhead.pdf', mimeType: 'application/pdf', buffer: pdf }
  await standing.getByLabel('Files (optional)').setInputFiles(file)
  await standing.getByRole('textbox', { name: 'Your answer' }).fill('£5,000 a month.')
  await standing.getByRole('button', { name: 'Send answer' }).click()
  await says(page, 'Answer sent')
  await expect.poll(() => standing.count()).toBe(0)
  // what is typed for the other question stays
  const typed = own.getByRole('textbox', { name: 'Your answer' })
  expect(await typed.inputValue()).toBe('Jo Sample owns it.')
  await own.getByRole('button', { name: 'Send answer' }).click()
  await expect.poll(() => own.count()).toBe(0)

  await desk.goto(record)
  await says(desk, '£5,000 a month.')
  await says(desk, 'Jo Sample owns it.')
  await says(desk, 'letterhead.pdf')
})

const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(1000)}\n%%EOF\n`)
