import type { Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, finalSave } from '../../support/app/application-answers.ts'
import { admin, adminEnv } from '../../support/browser/e2e-admin.ts'
import {
  documentIsReady,
  drawSignature,
  newAddress,
} from '../../support/browser/e2e-registration.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { call } from '../../support/calls.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { type SmtpStandIn, smtpServer } from '../../support/mail/smtp-server.ts'

const patience = { timeout: 20_000, interval: 200 }
const site = sharedSite(adminEnv)
let smtp: SmtpStandIn

beforeEach(async () => {
  smtp = await smtpServer()
  const { url } = site.server
  const signedIn = await call(url, 'POST', '/api/admin/login', { body: admin })
  await call(url, 'POST', '/api/email-settings', {
    body: smtpSettings(smtp.port),
    cookie: signedIn.cookie,
  })
})

/** The link of the newest email to an address. */
async function linkTo(address: string): Promise<string> {
  const emails = () => smtp.arrived.filter(({ to }) => to.includes(address))
  await expect.poll(() => emails().length, patience).toBeGreaterThan(0)
  return /http\S+\/sign\?token=\S+/.exec(emails().at(-1)?.mail.text ?? '')?.[0] ?? ''
}

/** A whole draft but for its signature, with the form at its last section. */
async function openWhole(page: Page, changes: Record<string, unknown>) {
  const {
    authSignature: _,
    signerName: __,
    position: ___,
    agreementDate: ____,
    ...delivery
  } = answers[5]
  const { status: _____, submittedAt: ______, ...all } = finalSave(changes)
  const data = { ...all, 5: delivery, unfinished: true }
  const answer = await page.request.post('/api/applications', { data })
  if (!answer.ok()) throw new Error(await answer.text())
  await page.goto('/client-form?section=5#section-5')
}

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  // the browser's own lines for an address that is refused, and for answers that were changed meanwhile
  const guest = () => site.guest({ javaScriptEnabled }, /status of 4(00|12)/)

  test('lets an applicant ask a signer, who reads, is shown a change, signs and opens the document', async () => {
    const [{ page: applicant }, { page: signer }] = [await guest(), await guest()]
    const [mainEmail, signerEmail] = [newAddress(), newAddress()]
    await openWhole(applicant, { mainEmail })
    await applicant.getByText('Somebody else has to sign?').click()
    await applicant.getByLabel('Name of the person who signs').fill('Dana Director')
    await applicant.getByLabel('Their email address').fill('dana at home')
    const send = applicant.getByRole('button', { name: 'Send for signature' })
    await send.click()
    await applicant.getByRole('link', { name: 'Valid email is required' }).waitFor()
    await applicant.getByLabel('Their email address').fill(signerEmail)
    await send.click()
    await applicant.getByText(`This application waits for Dana Director (${signerEmail})`).waitFor()
    if (javaScriptEnabled) await applicant.locator('#asked:focus').waitFor()

    await signer.goto(await linkTo(signerEmail))
    await signer.getByText(mainEmail).waitFor()
    await signer.getByRole('button', { name: 'Read the application' }).click()
    await signer.getByText('Bo Exämple').waitFor()
    expect(signer.url()).not.toContain('token')

    await applicant.locator('[name=siteContact]').fill('Somebody Else')
    await applicant.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(async () => (await applicant.request.get('/client-form?section=5')).text())
      .toContain('value="Somebody Else"')

    if (javaScriptEnabled) await drawSignature(signer)
    await signer.getByLabel('Your position').fill('Director')
    const sign = signer.getByRole('button', { name: 'Sign and submit' })
    await sign.click()
    await signer.getByRole('heading', { name: 'Changed since you opened the link' }).waitFor()
    await signer.getByText('Before: Cy Specimen').waitFor()
    expect(await signer.getByLabel('Your position').inputValue()).toBe('Director')
    await sign.dblclick()
    await signer.waitForURL('**/success?id=*')
    await documentIsReady(signer)

    await applicant.goto('/client-form')
    await applicant.getByText('You have sent application').waitFor()
  })

  test('shows the note of a signer who sends it back in the form, and lets the applicant sign after all', async () => {
    const [{ page: applicant }, { page: signer }] = [await guest(), await guest()]
    const [mainEmail, signerEmail] = [newAddress(), newAddress()]
    await openWhole(applicant, { mainEmail })
    await applicant.getByText('Somebody else has to sign?').click()
    await applicant.getByLabel('Name of the person who signs').fill('Dana Director')
    await applicant.getByLabel('Their email address').fill(signerEmail)
    await applicant.getByRole('button', { name: 'Send for signature' }).click()
    await applicant.getByText('This application waits for').waitFor()

    await signer.goto(await linkTo(signerEmail))
    await signer.getByRole('button', { name: 'Read the application' }).click()
    await signer.getByText('Send it back', { exact: true }).first().click()
    await signer.getByLabel('What is wrong?').fill('The post code is an old one.')
    await signer.getByRole('button', { name: 'Send it back' }).click()
    await signer.getByRole('heading', { name: 'You have sent it back' }).waitFor()

    await applicant.goto('/client-form?again&section=5#section-5')
    await applicant.getByText('The post code is an old one.').waitFor()
    await applicant.getByLabel('Your full name').fill('Anna Applicant')
    if (javaScriptEnabled) await applicant.getByLabel('Type').check()
    await applicant.getByLabel('Your position').fill('Owner')
    await applicant.getByRole('button', { name: 'Submit Application' }).click()
    await applicant.waitForURL('**/success?id=*')
  })
})
