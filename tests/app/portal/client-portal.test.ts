import { describe, expect, test } from 'vitest'
import { refusals } from '#src/domain/refusal.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { emailsOf, signedIn, signIn } from '../../support/app/clients.ts'
import { fieldsIn } from '../../support/app/posted-fields.ts'
import { testApp } from '../../support/app/test-app.ts'

const section = (name: string) => `/api/client/application/${name}`

test("shows the portal's names on the record, and the form's where the portal has none", async () => {
  const { browser, id } = await signedIn(testApp())
  const { json, headers } = await browser.get('/api/client/application')
  expect(json).toMatchObject({
    id,
    status: 'submitted',
    accountsName: answers[3].accountsContact,
    accountsEmail: answers[3].invoiceEmail,
    accountsTel: answers[3].accountsTelephone,
    buyerTel: answers[4].buyerTelephone,
    financialEmail: answers[3].financialEmail,
    specialInstructions: null,
    customerCode: null,
  })
  expect(headers.get('etag')).toBe(`"${id}.v${json?.version}"`)
  const { text } = await browser.get('/client-portal')
  expect(text.match(/<dd>(N\/A|Not given)/g)).toEqual(['<dd>Not given'])
  expect((await browser.get('/api/client/directors')).json).toMatchObject(answers[2].directors)
})

test('saves only the fields of an edit, records the amendment and emails the accounts team once', async () => {
  const app = testApp()
  const { browser, id } = await signedIn(app)
  const body = {
    buyerTel: '020 7946 0199',
    buyerName: answers[4].buyerName,
    businessName: 'Not here',
    status: 'approved',
  }
  const answer = await browser.put(section('buyer'), body)
  expect([answer.status, answer.json?.buyerTel]).toEqual([200, '020 7946 0199'])
  const { application } = stored(app, id)
  expect(application).toMatchObject({ businessName: answers[1].businessName, status: 'submitted' })
  const changes = [
    { field: 'buyerTelephone', before: answers[4].buyerTelephone, after: '020 7946 0199' },
  ]
  expect(emailsOf(app, 'client-edit')).toMatchObject([{ section: 'Buyer', changes }])
  await browser.put(section('buyer'), body)
  expect(emailsOf(app, 'client-edit')).toHaveLength(1)
})

test('checks an edit like the form, and answers 404 for an unknown section', async () => {
  const { browser } = await signedIn(testApp())
  const wrong = await browser.put(section('accounts'), { accountsName: ' ', accountsEmail: 'x' })
  expect([wrong.status, wrong.json?.errors]).toEqual([
    400,
    {
      accountsName: 'Accounts contact is required',
      accountsEmail: 'Valid invoice email is required',
    },
  ])
  const blanks = await browser.put(section('directors'), { directors: [{ name: ' ' }] })
  expect(blanks.json?.message).toBe('At least one director name is required')
  expect((await browser.put(section('secrets'), {})).status).toBe(404)
})

test('lets a late tab without scripts overwrite nothing before it says what is saved, even after a mistake', async () => {
  const { browser } = await signedIn(testApp())
  const post = async (fields: Record<string, string>) => {
    const { status, text } = await browser.postForm('/client-portal?tab=buyer&edit=buyer', fields)
    const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? 'none'
    return { status, version, text }
  }
  const record = await browser.get('/api/client/application')
  const version = String(record.json?.version)
  const form = { section: 'buyer', version, buyerName: 'Second Tab' }
  await browser.put(section('buyer'), { buyerName: 'First Tab' })
  const mistaken = await post({ ...form, buyerName: ' ' })
  expect(mistaken.status).toBe(400)
  const late = await post({ ...form, version: mistaken.version })
  expect(late.status).toBe(412)
  expect(late.text).toMatch(/id="buyerName-error"[^>]*>.*Now saved: First Tab/)
  expect(late.text).toContain('>Buyer name: Now saved: First Tab</a>')
  expect(late.text).toContain('value="Second Tab"')
  const more = JSON.stringify({ type: 'insert', payload: { name: 'directors' } })
  const row = await post({ ...form, section: 'directors', __intent__: more })
  expect(row.version).toBe(form.version)
  expect((await browser.get('/api/client/application')).json?.buyerName).toBe('First Tab')
  expect((await post({ ...form, version: late.version })).status).toBe(303)
  expect((await browser.get('/api/client/application')).json?.buyerName).toBe('Second Tab')
})

test('shows the code while the application is approved, and the reason while it is rejected', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const write = app.deps.db.sqlite.prepare(
    "update applications set status = ?, customer_code = 'THA001', rejection_reason = 'No references', approved_at = 1, rejected_at = 1",
  )
  write.run('approved')
  expect((await browser.get('/client-portal')).text).toContain('THA001')
  write.run('rejected')
  const { text } = await browser.get('/client-portal')
  expect(text).toContain('No references')
  expect(text).not.toContain('THA001')
  expect(text).toContain('Correct your details below. Write to us')
})

test('does not take a client’s edit from before the rejection for a correction after it', async () => {
  const app = testApp()
  const { browser, id } = await signedIn(app)
  await browser.put(section('buyer'), { buyerName: 'Changed Before' })
  app.clock.now += 60_000
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${id}/reject`, { reason: 'No references' })
  const next = async () => (await browser.get('/client-portal')).text
  expect(await next()).toContain('Correct your details below. Write to us')
  expect(await next()).not.toContain('You changed your details')
  app.clock.now += 60_000
  await browser.put(section('buyer'), { buyerName: 'Corrected After' })
  expect(await next()).toContain('You changed your details on 20 November 2026. Write to us')
})

test("shows a refused field without scripts under the portal's own name", async () => {
  const { browser } = await signedIn(testApp())
  const { buyerTelephone: _, ...answered } = answers[4]
  const form = { section: 'buyer', ...answered, buyerTel: '' }
  const { status, text } = await browser.postForm('/client-portal?tab=buyer&edit=buyer', form)
  expect(status).toBe(400)
  expect(text).toMatch(/id="buyerTel-error".*Buyer telephone is required/)
  expect(text).toContain('href="#buyerTel"')
  expect(text).toContain(`value="${answered.buyerName}"`)
})

test('answers a second press of Save like the first, and saves nothing more', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const { json } = await browser.get('/api/client/application')
  const form = { section: 'buyer', version: String(json?.version), buyerName: 'Typed Once' }
  for (let times = 0; times < 2; times++) {
    const { status, headers } = await browser.postForm('/client-portal', form)
    expect(status).toBe(303)
    const next = await browser.get(headers.get('location') ?? '')
    expect(next.text).toContain('Application updated')
  }
  expect(emailsOf(app, 'client-edit')).toHaveLength(1)
})

describe('a form that is sent without scripts after the end of the session', () => {
  const sectionPage = '/client-portal?tab=buyer&edit=buyer'

  test('returns the form without scripts with what was typed, and saves it after a new sign-in', async () => {
    const app = testApp()
    const { browser, id } = await signedIn(app)
    const { json } = await browser.get('/api/client/application')
    const { buyerTelephone: buyerTel, ...others } = answers[4]
    const typed = { ...others, buyerTel, buyerName: 'Typed by then' }
    const form = { section: 'buyer', application: id, version: String(json?.version), ...typed }
    await browser.post('/api/client/logout')
    const { status, text } = await browser.postForm(sectionPage, form)
    expect([status, text]).toEqual([401, expect.stringContaining('Your session has ended')])
    expect(text).toMatch(/href="\/client-login" target="_blank"/)
    expect(text).toContain('value="Typed by then"')
    expect(text).not.toContain(answers[1].businessName)
    await signIn(browser)
    const again = fieldsIn(text, 'section')
    const saved = await browser.postForm(sectionPage, again)
    expect(saved.headers.get('location')).toBe('/client-portal?tab=buyer')
    expect((await browser.get('/api/client/application')).json?.buyerName).toBe('Typed by then')
  })

  test('says what somebody else has saved while the session had ended', async () => {
    const app = testApp()
    const { browser, id } = await signedIn(app)
    const { json } = await browser.get('/api/client/application')
    const { buyerTelephone: buyerTel, ...others } = answers[4]
    const other = app.browser()
    await signIn(other)
    await other.put(section('buyer'), { version: json?.version, buyerName: 'Of another tab' })
    const form = {
      section: 'buyer',
      application: id,
      version: String(json?.version),
      ...others,
      buyerTel,
    }
    await browser.post('/api/client/logout')
    const { text } = await browser.postForm(sectionPage, { ...form, buyerName: 'Typed by then' })
    await signIn(browser)
    const again = await browser.postForm(sectionPage, fieldsIn(text, 'section'))
    expect(again.status).toBe(412)
    expect(again.text).toContain('value="Typed by then"')
  })

  test('keeps the directors and the text of an answer after the end of the session', async () => {
    const { browser } = await signedIn(testApp())
    await browser.post('/api/client/logout')
    const rows = await browser.postForm('/client-portal', {
      section: 'directors',
      'directors[0].name': 'First of Two',
      'directors[1].name': 'Second of Two',
    })
    expect(rows.text).toContain('value="First of Two"')
    expect(rows.text).toContain('value="Second of Two"')
    const body = new FormData()
    for (const [name, value] of Object.entries({ request: '7', answer: 'Here are my accounts' }))
      body.set(name, value)
    body.set('files', new File(['%PDF-1.4'], 'accounts.pdf'))
    const answer = await browser.send('/client-portal', { method: 'POST', body })
    expect([answer.status, answer.text]).toEqual([
      401,
      expect.stringContaining('>Here are my accounts</textarea>'),
    ])
    expect(answer.text).toContain('name="request" value="7"')
  })

  test('keeps a new sign-in address after the end of the session, and no password', async () => {
    const { browser } = await signedIn(testApp())
    await browser.post('/api/client/logout')
    const form = { action: 'move', email: 'new@example.com', password: 'Secret-Sample-1' }
    const { status, text } = await browser.postForm('/client-portal', form)
    expect([status, text]).toEqual([401, expect.stringContaining('value="new@example.com"')])
    expect(text).not.toContain('Secret-Sample-1')
  })
})

test('saves nothing from a page left open into the application of somebody who signed in later', async () => {
  const app = testApp()
  const first = await signedIn(app)
  const { id } = first
  const other = await signedIn(app, { mainEmail: 'other@example.com' })
  const typed = { buyerName: 'Typed by the first' }
  const seen = await first.browser.get('/api/client/application')
  const tag = { 'if-match': seen.headers.get('etag') ?? '' }
  const before = app.dump()
  const call = await other.browser.put(section('buyer'), typed, tag)
  expect([call.status, call.json?.message]).toEqual([412, refusals.otherAccount])
  const row = JSON.stringify({ type: 'insert', payload: { name: 'directors' } })
  for (const form of [
    { section: 'buyer', ...typed },
    { section: 'buyer', ...typed, buyerEmail: 'wrong' },
    { section: 'directors', 'directors[0].name': typed.buyerName, __intent__: row },
    { action: 'move', email: 'first@example.com', password: 'of the first' },
  ]) {
    const post = await other.browser.postForm('/client-portal', { application: id, ...form })
    expect([post.status, post.text]).toEqual([412, expect.stringContaining(refusals.otherAccount)])
    expect(post.text).not.toContain(typed.buyerName)
  }
  expect(app.dump()).toEqual(before)
  const own = await other.browser.get('/api/client/application')
  const ownTag = { 'if-match': own.headers.get('etag') ?? '' }
  expect((await other.browser.put(section('buyer'), typed, ownTag)).status).toBe(200)
})
