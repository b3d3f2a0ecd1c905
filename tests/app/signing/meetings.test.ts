import { describe, expect, test } from 'vitest'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { jsonPieces } from '#src/domain/privacy/json-pieces.ts'
import { exportPerson, findHeld } from '#src/domain/privacy/person-export.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, openIn, startDraft, stored, submit } from '../../support/app/applicants.ts'
import {
  answers,
  finalSave,
  sectionSave,
  wholeForm,
} from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email, emailsOf, signedIn } from '../../support/app/clients.ts'
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
import { publish } from '../../support/app/terms.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { testApp } from '../../support/app/test-app.ts'
import { officer } from '../../support/mail/mail-settings.ts'

const opens = async (app: TestApp, browser: Browser, id: string, token: string) => [
  (await app.browser().get(`/sign?token=${token}`)).status,
  (await browser.get(`/sign?application=${id}`)).status,
]

const form = async (browser: Browser) =>
  (await browser.get('/client-form?section=5')).text.replaceAll('<!-- -->', '')

describe('a request to sign ends with', () => {
  type Asked = Awaited<ReturnType<typeof asked>>
  const endings: [string, (asked: Asked) => unknown][] = [
    ['another request', ({ applicant, id }) => askToSign(applicant, id, { signerAsked: 'Else' })],
    [
      '"Sign it myself"',
      ({ applicant, id }) =>
        applicant.send(`/api/applications/${id}/signature-request`, { method: 'DELETE' }),
    ],
    [
      'a hand-over of the draft',
      ({ app, id }) =>
        app.browser().postForm('/client-form', {
          action: 'resume',
          token: createDraftLink(app.deps, id, email, 'resume') ?? '',
        }),
    ],
    [
      '"Start again"',
      ({ applicant, id }) =>
        applicant.postForm('/client-form', { action: 'start-again', draft: id }),
    ],
    [
      'the deletion of the draft by its link',
      ({ app, id }) =>
        app.browser().postForm('/client-form', {
          action: 'discard',
          token: createDraftLink(app.deps, id, email, 'delete') ?? '',
        }),
    ],
    ['the erasure of the applicant', ({ app }) => erasePerson(app.deps, email)],
    ['the erasure of the signer', ({ app }) => erasePerson(app.deps, signer.signerEmail)],
    [
      'a submit by the applicant',
      ({ applicant, id }) => applicant.put(`/api/applications/${id}`, finalSave()),
    ],
    [
      'the sweep of the draft',
      async ({ app }) => {
        app.clock.now += days(31)
        await cleanUp(app.deps)
      },
    ],
  ]

  test.each(endings)('ends a request to sign with %s', async (_, end) => {
    const waiting = await asked()
    const { app, id, token, signing } = waiting
    expect(await opens(app, signing, id, token)).toEqual([200, 200])
    await end(waiting)
    expect(await opens(app, signing, id, token)).toEqual([400, 400])
    const before = app.dump().events
    expect((await openLink(app.browser(), token)).status).toBe(400)
    const signature = { application: id, draftVersion: '1', position: 'Director' }
    expect((await signing.postForm('/sign', signature)).status).toBe(400)
    expect(app.dump().events).toEqual(before)
  })
})

test('says in the form whose signature it waits for, allows edits, and offers the signature again', async () => {
  const { app, applicant, id, signing } = await asked()
  expect(await form(applicant)).toContain(
    'This application waits for Dana Director (dana@director.example.com) to sign it, since 20 November 2026 at 10:00 GMT.',
  )
  const changed = sectionSave(4, { buyerName: 'Somebody Else' })
  expect((await applicant.put(`/api/applications/${id}`, changed)).status).toBe(200)
  const page = await signing.get(`/sign?application=${id}`)
  expect(page.text).toContain('Changed since you opened the link')
  app.clock.now += days(7)
  expect(await form(applicant)).toMatch(/has not signed, and the link stopped working on/)
})

test('refuses a signature on what changed meanwhile, shows the change, and then accepts it', async () => {
  const { app, applicant, id, signing } = await asked()
  const { version } = stored(app, id).application
  await applicant.put(`/api/applications/${id}`, sectionSave(4, { buyerName: 'Changed Buyer' }))
  const refused = await sign(app, signing, id, { draftVersion: version })
  expect(refused.status).toBe(412)
  expect(refused.text).toMatch(/Buyer name.*Changed Buyer.*Before: Bo Exämple/s)
  expect(refused.text).toContain('value="Director"')
  expect(stored(app, id).application.status).toBe('draft')
  expect((await sign(app, signing, id)).headers.get('location')).toBe(`/success?id=${id}`)
})

test('refuses terms that came into force meanwhile at the consent, and accepts them once read', async () => {
  const { app, id, signing } = await asked()
  publish(app, '# Prices\n\nOur prices are net of VAT.', '2026-11-20')
  const refused = await sign(app, signing, id)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('The supplier terms have changed since this page was opened')
  expect(refused.text).toContain('name="termsVersion" value="2026-11-20"')
  await sign(app, signing, id, { termsVersion: '2026-11-20' })
  expect(signedDataOf(app.deps, id)?.terms.version).toBe('2026-11-20')
})

test('asks the signer for what the signer left out, even if the applicant has filled it in', async () => {
  const { app, id, signing } = await asked({
    authSignature: answers[5].authSignature,
    signerName: 'The Applicant',
    position: 'Clerk',
  })
  const blank = { authSignature: '', position: '', agreementDate: '' }
  const refused = await sign(app, signing, id, blank)
  expect(refused.status).toBe(400)
  for (const message of ['Digital signature', 'Position', 'Agreement date'])
    expect(refused.text).toContain(`${message} is required`)
  await sign(app, signing, id, { signing: 'type', signerName: 'Dana Director' })
  expect(signedDataOf(app.deps, id)).toMatchObject({
    signature: { kind: 'typed', typedName: 'Dana Director' },
    fields: { signerName: 'Dana Director', position: 'Director' },
  })
})

test('tells the signer that an answer is now missing, and lets the signer send it back', async () => {
  const { app, applicant, id, signing } = await asked()
  const blank = { ...sectionSave(4, { buyerName: '' }), unfinished: true }
  await applicant.put(`/api/applications/${id}`, blank)
  const refused = await sign(app, signing, id)
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('The application is not complete any more'),
  ])
})

test('lets exactly one of an applicant and a signer submit at once', async () => {
  const { app, applicant, id, signing } = await asked()
  const [own, theirs] = await Promise.all([
    applicant.put(`/api/applications/${id}`, finalSave()),
    sign(app, signing, id),
  ])
  const signs = theirs.status === 303
  expect(signs).toBe(own.status !== 200)
  const submits = eventsOf(app.deps, id).filter(({ action }) => action === 'application submitted')
  expect(submits.map(({ actorKind }) => actorKind)).toEqual([signs ? 'signer' : 'applicant'])
  expect(emailsOf(app, 'receipt')).toHaveLength(1)
})

test('accepts one of two browsers of the signer, and closes the link in the other', async () => {
  const { app, id, token, signing } = await asked()
  const other = app.browser()
  await openLink(other, token)
  const version = stored(app, id).application.version
  const outcomes = await Promise.all(
    [signing, other].map((browser) => sign(app, browser, id, { draftVersion: version })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual([303, 400])
  const status = async (browser: Browser) =>
    (await browser.get(`/api/applications/${id}/pdf?version=signed`)).status
  expect([await status(signing), await status(other)].sort()).toEqual([404, 503])
})

test('signs once for a double click, and leads Back to the document for seven days', async () => {
  const { app, id, signing } = await asked()
  const form = { draftVersion: stored(app, id).application.version }
  const clicks = await Promise.all([sign(app, signing, id, form), sign(app, signing, id, form)])
  for (const { status, headers } of clicks)
    expect([status, headers.get('location')]).toEqual([303, `/success?id=${id}`])
  const back = await signing.get(`/sign?application=${id}`)
  expect(back.headers.get('location')).toBe(`/success?id=${id}`)
  expect((await signing.get(`/success?id=${id}`)).text).toContain('Opens as a PDF')
  app.clock.now += days(7)
  expect((await signing.get(`/sign?application=${id}`)).status).toBe(400)
  expect((await signing.get(`/api/applications/${id}/pdf`)).status).toBe(404)
})

test('leaves a signer’s own draft, client session and back office session alone', async () => {
  const { app, applicant, id } = await draftToSign()
  await askToSign(applicant, id)
  const browser = await adminBrowser(app)
  const customer = await signedIn(app, { mainEmail: 'customer@example.com' })
  for (const [name, value] of customer.browser.cookies) browser.cookies.set(name, value)
  const own = await startDraft(browser)
  await openLink(browser, signatureToken(app))
  await sign(app, browser, id)
  expect(await openIn(browser)).toBe(own)
  expect((await browser.get('/api/client/me')).status).toBe(200)
  expect((await browser.get('/api/admin/me')).status).toBe(200)
  expect(stored(app, id).application.status).toBe('submitted')
  expect(eventsOf(app.deps, id).at(-1)?.actorKind).toBe('signer')
})

test('lets a signer sign both links that were opened in one browser', async () => {
  const { app, applicant, id, signing } = await asked()
  const second = app.browser('192.0.2.20')
  const other = await fillDraft(second, { mainEmail: 'second@example.com' })
  await askToSign(second, other)
  const copied = signing.cookies.get('signing') ?? ''
  await openLink(signing, signatureToken(app))
  for (const application of [id, other])
    expect((await signing.get(`/sign?application=${application}`)).status).toBe(200)
  const thief = app.browser()
  thief.cookies.set('signing', copied)
  expect((await thief.get(`/sign?application=${id}`)).status).toBe(400)
  expect((await applicant.get(`/sign?application=${id}`)).status).toBe(400)
})

describe('a signature by a link', () => {
  test.each([
    ['the main address', email, true],
    ['a sub-address of it', email.replace('@', '+signs@'), false],
    ['another address', signer.signerEmail, false],
  ])(
    'confirms the main mailbox by a signature only if the link was sent there: %s',
    async (_, address, isConfirmed) => {
      const { app, applicant, id } = await draftToSign()
      await askToSign(applicant, id, { signerEmail: address })
      const browser = app.browser()
      await openLink(browser, signatureToken(app))
      await sign(app, browser, id)
      const { text } = emailNow(app, 'receipt') ?? { text: '' }
      const unconfirmed = 'we only attach documents for an email address that has been confirmed'
      expect(text.replace(/\s+/g, ' ').includes(unconfirmed)).toBe(!isConfirmed)
    },
  )
})

describe('a signer who does not sign', () => {
  test('sends an application back with a note to the main address, without a link, and ends the request', async () => {
    const { app, applicant, id, token, signing } = await asked()
    const note = 'The delivery address is the old one.\nSee http://evil.example/login'
    const send = (note: string) =>
      signing.postForm('/sign', { action: 'send-back', application: id, note })
    expect((await send('')).status).toBe(400)
    expect((await send(note)).headers.get('location')).toBe('/sign?ended=returned')
    expect(await opens(app, signing, id, token)).toEqual([400, 400])
    const email = emailNow(app, 'signature-returned')
    expect(email?.to.address).toBe(stored(app, id).application.mainEmail)
    expect(email?.text).toContain('> The delivery address is the old one.')
    expect(email?.text).not.toContain('http://evil.example')
    expect(await form(applicant)).toMatch(/sent it back on .* with this note.*the old one/s)
  })

  test('sends a signer who is not meant no such email for a year, under no sub-address either', async () => {
    const { app, applicant, id, token } = await asked()
    const answer = await app.browser().postForm('/sign', { action: 'decline', token })
    expect(answer.headers.get('location')).toBe('/sign?ended=declined')
    expect(await form(applicant)).toContain('that it is not for them to sign')
    const again = (signerEmail: string) => askToSign(applicant, id, { signerEmail })
    for (const address of [signer.signerEmail, 'Dana+again@director.example.com'])
      expect((await again(address)).json?.errors).toEqual({
        signerEmail: expect.stringContaining('We cannot send a link to this address now'),
      })
    expect((await again('eve@director.example.com')).status).toBe(201)
    expect(JSON.stringify(app.dump().signing_refusals)).not.toContain('dana')
    app.clock.now += days(366)
    const later = app.browser()
    const other = await fillDraft(later, { mainEmail: 'later@example.com' })
    expect((await askToSign(later, other)).status).toBe(201)
  })
})

describe('requests to sign are limited to', () => {
  test('limits requests to sign to three a day for one mailbox, whoever asks, whatever its sub-addresses', async () => {
    const { app, applicant, id } = await draftToSign()
    const other = app.browser('192.0.2.30')
    const second = await fillDraft(other, { mainEmail: 'second@example.com' })
    const to = (tag: string) => ({ signerEmail: `dana${tag}@director.example.com` })
    for (const tag of ['', '+1', '+2'])
      expect((await askToSign(applicant, id, to(tag))).status).toBe(201)
    for (const tag of ['', '+3']) expect((await askToSign(other, second, to(tag))).status).toBe(409)
    app.clock.now += days(1)
    expect((await askToSign(other, second, to('+3'))).status).toBe(201)
  })

  test('limits requests to sign to ten a day from one draft and ten from one network', async () => {
    const { app, applicant, id } = await draftToSign({}, { limitFactor: 1 })
    const to = (name: string) => ({ signerEmail: `${name}@director.example.com` })
    for (let times = 0; times < 10; times++)
      expect((await askToSign(applicant, id, to(`a${times}`))).status).toBe(201)
    const refused = await askToSign(applicant, id, to('b'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
    const neighbour = app.browser('192.0.2.10')
    const other = await fillDraft(neighbour, { mainEmail: 'neighbour@example.com' })
    expect((await askToSign(neighbour, other, to('c'))).status).toBe(429)
    expect((await askToSign(app.browser('203.0.113.5'), id, to('d'))).status).toBe(401)
  })
})

test('sends no reminder while the draft waits for a signature, and one when it no longer does', async () => {
  const { app } = await asked()
  const later = async (time: number) => {
    app.clock.now += time
    await cleanUp(app.deps)
  }
  await later(days(4))
  expect(emailsOf(app, 'draft-reminder')).toEqual([])
  await later(days(4))
  expect(emailsOf(app, 'draft-reminder')).toHaveLength(1)
})

test('asks nobody to sign while no email is set up, and says so in the form before', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser)
  expect(await form(browser)).toContain('We cannot send emails at the moment')
  const refused = await askToSign(browser, id)
  expect([refused.status, refused.json?.message]).toEqual([
    503,
    expect.stringContaining('We cannot send emails at the moment'),
  ])
})

test('stores what was typed without scripts, asks the signer, and offers to sign oneself', async () => {
  const { app, applicant, id } = await draftToSign()
  const { version } = stored(app, id).application
  const page = wholeForm({ ...signer, draft: id, draftVersion: version, section: '5' })
  const { authSignature: _, position: __, ...unsigned } = page
  const bad = { ...unsigned, step: 'ask-signer', signerEmail: 'dana at home' }
  const refused = await applicant.postForm('/client-form', bad)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('href="#signerEmail">Valid email is required')
  expect(refused.text).toContain('value="dana at home"')
  const now = { draftVersion: String(stored(app, id).application.version) }
  const step = (step: string) => applicant.postForm('/client-form', { ...unsigned, ...now, step })
  expect((await step('ask-signer')).headers.get('location')).toContain('section=5#asked')
  expect(emailsOf(app, 'signature-request')).toHaveLength(1)
  expect((await step('sign-myself')).headers.get('location')).toContain('section=5#signing')
  expect(await form(applicant)).not.toContain('This application waits for')
})

test('finds and exports a signer on the privacy page, in somebody else’s application', async () => {
  const { app, id, signing } = await asked()
  const named = { application: id, fields: ['signerEmail'] }
  expect(findHeld(app.deps, officer, signer.signerEmail).mentions).toEqual([named])
  await sign(app, signing, id)
  await erasePerson(app.deps, signer.signerEmail)
  expect(exportPerson(app.deps, signer.signerEmail)?.namedIn).toEqual([named])
  expect(emailsOf(app, 'signature-thanks')).toEqual([])
  const held = JSON.parse([...jsonPieces(exportPerson(app.deps, email))].join(''))
  expect(held.applications[0].signatureRequest).toMatchObject({
    email: signer.signerEmail,
    state: 'signed',
  })
  await erasePerson(app.deps, email)
  expect(app.dump().signature_requests).toEqual([])
})

test('closes the document to the browser that signed once the customer sets a password', async () => {
  const { app, id, signing } = await asked()
  await sign(app, signing, id)
  const status = async () => (await signing.get(`/api/applications/${id}/pdf`)).status
  expect(await status()).toBe(503)
  const token = /set-password\?token=([\w-]+)/.exec(emailNow(app, 'receipt')?.text ?? '')?.[1]
  const password = 'four quiet copper lamps'
  await app.browser().post('/api/client/set-password', { token, password })
  expect(await status()).toBe(404)
})

test('refuses to send a submitted application to anybody for a signature', async () => {
  const { app } = await draftToSign()
  const browser = app.browser()
  const id = await submit(browser, { mainEmail: 'sent@example.com' })
  expect((await askToSign(browser, id)).status).toBe(409)
})

test('says in the form when the email to the signer was given up', async () => {
  const { app, applicant } = await asked()
  const undelivered = 'We could not deliver the email'
  expect(await form(applicant)).not.toContain(undelivered)
  app.deps.db.sqlite
    .prepare("update jobs set state = 'dead' where kind = 'signature-request'")
    .run()
  expect(await form(applicant)).toContain(undelivered)
  expect(await form(applicant)).not.toContain('The link that we sent works')
})

test('counts emails of a draft deleted since towards their mailbox’s three a day', async () => {
  const { app } = await draftToSign()
  for (const times of [1, 2, 3, 4]) {
    const browser = app.browser(`192.0.2.${30 + times}`)
    const draft = await fillDraft(browser, { mainEmail: `again${times}@example.com` })
    expect((await askToSign(browser, draft)).status).toBe(times > 3 ? 409 : 201)
    await browser.postForm('/client-form', { action: 'start-again', draft })
  }
})
