import { describe, expect, test } from 'vitest'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import { emailsOf } from '../../support/app/clients.ts'
import {
  asked,
  askToSign,
  draftToSign,
  emailNow,
  openLink,
  sign,
  signatureToken,
  signer,
} from '../../support/app/signing.ts'
import { testApp } from '../../support/app/test-app.ts'

const day = 24 * 60 * 60 * 1000

describe('a request to sign', () => {
  test('sends the signer one email that says who asks, without a file', async () => {
    const { app, applicant, id } = await draftToSign()
    const { status, json } = await askToSign(applicant, id)
    expect(status).toBe(201)
    expect(json).toMatchObject({ state: 'waiting', name: signer.signerAsked })
    const email = emailNow(app, 'signature-request')
    expect(email?.to.address).toBe(signer.signerEmail)
    expect(email?.attachments).toEqual([])
    expect(email?.text).toContain('Asked for by: office@sample-calibration.example.com')
    expect(email?.text).toContain('Business: Sample Calibration Works Ltd')
  })

  test('refuses a request to sign while an answer is missing, with its message', async () => {
    const { applicant, id } = await draftToSign({ buyerName: '' })
    const { status, json } = await askToSign(applicant, id)
    expect(status).toBe(400)
    expect(json?.errors).toEqual({ buyerName: 'Buyer name is required' })
  })

  test('refuses a request to sign while no email is set up, and says why', async () => {
    const app = testApp()
    const { applicant, id } = await draftToSign()
    expect(app).toBeTruthy()
    expect((await askToSign(applicant, id, { signerEmail: 'nobody' })).json?.errors).toEqual({
      signerEmail: 'Valid email is required',
    })
  })
})

describe('the link of a signer', () => {
  test('asks first, and opens the application to a signer only when the button is pressed', async () => {
    const { app, applicant, id } = await draftToSign()
    await askToSign(applicant, id)
    const token = signatureToken(app)
    const browser = app.browser()
    const before = eventsOf(app.deps, id).length
    for (let times = 0; times < 2; times++) {
      const page = await browser.get(`/sign?token=${token}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain('office@sample-calibration.example.com')
      expect(page.text).not.toContain('Ada Sample-Jones')
    }
    expect(eventsOf(app.deps, id)).toHaveLength(before)
    expect(browser.cookies.size).toBe(0)
    const opened = await openLink(browser, token)
    const address = opened.headers.get('location') ?? ''
    expect(address).not.toContain(token)
    const page = await browser.get(address)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Ada Sample-Jones')
    expect(page.text).toContain('Dana Director')
  })

  test('accepts a signer’s link in two browsers and for seven days', async () => {
    const { app, id, token, signing } = await asked()
    const other = app.browser()
    await openLink(other, token)
    for (const browser of [signing, other])
      expect((await browser.get(`/sign?application=${id}`)).status).toBe(200)
    app.clock.now += 7 * day
    expect((await app.browser().get(`/sign?token=${token}`)).status).toBe(400)
    expect((await signing.get(`/sign?application=${id}`)).status).toBe(400)
  })
})

test('lets a signer submit the application, and opens the document only in that browser', async () => {
  const { app, applicant, id, token, signing } = await asked()
  const answer = await sign(app, signing, id)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/success?id=${id}`])
  const { application } = stored(app, id)
  expect(application).toMatchObject({
    status: 'submitted',
    signerName: 'Dana Director',
    position: 'Director',
  })
  const submitted = eventsOf(app.deps, id).find(({ action }) => action === 'application submitted')
  expect(submitted?.actorKind).toBe('signer')
  expect(signedDataOf(app.deps, id)).toMatchObject({
    from: { address: '198.51.100.7' },
    consentNumber: '2',
    request: {
      name: signer.signerAsked,
      email: signer.signerEmail,
      askedBy: 'office@sample-calibration.example.com',
      askedAt: '2026-11-20T10:00:00.000Z',
      askedFrom: '192.0.2.10',
    },
  })
  expect(emailsOf(app, 'receipt')).toHaveLength(1)
  expect(emailNow(app, 'signature-thanks')).toMatchObject({
    to: { address: signer.signerEmail },
    attachments: [],
  })
  const status = async (browser: typeof signing) =>
    (await browser.get(`/api/applications/${id}/pdf`)).status
  expect(await status(signing)).not.toBe(404)
  expect(await status(app.browser())).toBe(401)
  expect((await app.browser().get(`/sign?token=${token}`)).status).toBe(400)
  expect((await openLink(app.browser(), token)).status).toBe(400)
  expect((await applicant.get('/client-form')).text).toContain('You have sent application')
})

test('tells a signer that the receipt is sent to the main address, and staff which link was used', async () => {
  const { app, applicant, signing, id } = await asked()
  const staff = await adminBrowser(app)
  const record = async () => (await staff.get(`/admin/applications/${id}`)).text
  expect(await record()).toContain(`${signer.signerAsked} (${signer.signerEmail}) to sign`)
  await sign(app, signing, id)
  const success = async (browser: typeof signing) =>
    (await browser.get(`/success?id=${id}`)).text.replaceAll('<!-- -->', '')
  expect(await success(signing)).toContain('the main email address of the application')
  expect(await success(signing)).not.toContain('Set a password')
  expect(await success(applicant)).toContain('Set a password')
  expect(await record()).toContain(`The link that was sent to ${signer.signerEmail}`)
  expect(await record()).not.toContain('Waits for')
})
