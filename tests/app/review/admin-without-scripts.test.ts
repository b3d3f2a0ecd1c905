import { expect, test } from 'vitest'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { fieldsIn } from '../../support/app/posted-fields.ts'
import { review } from '../../support/app/review.ts'

async function stage() {
  const { app, id, ...rest } = await review()
  return { app, id, ...rest, version: () => String(stored(app, id).application.version) }
}

test('refuses a form with an action that its page does not have, even one that every object knows', async () => {
  const { app, admin, page } = await stage()
  const before = app.dump()
  const pages = [page, '/admin/dashboard', '/admin/email-settings', '/client-form']
  pages.push('/client-login', '/client/forgot-password', '/client/set-password')
  for (const action of ['', 'constructor', 'toString', '__proto__'])
    for (const path of pages)
      expect((await admin.postForm(path, { action })).status, `${path} ${action}`).toBe(400)
  expect(app.dump()).toEqual(before)
})

test('returns what was typed after a mistake in an edit, a decision, a note or an address', async () => {
  const { admin, page, version } = await stage()
  const attempts = [
    { action: 'save', mainEmail: 'nobody', buyerName: 'Typed Once' },
    { action: 'approve', customerCode: `Typed Once ${'x'.repeat(60)}` },
    { action: 'reject', reason: `Typed Once ${'x'.repeat(2000)}` },
    { action: 'note', note: `Typed Once ${'x'.repeat(2000)}` },
    { action: 'move', signInEmail: 'Typed Once' },
  ]
  for (const form of attempts) {
    const answer = await admin.postForm(page, { ...form, version: version() })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('There is a problem')
    expect(answer.text).not.toContain('id="flash"')
    // The text must be in the form itself, not only in the data for the scripts.
    expect(answer.text.replace(/data-props='[^']*'/g, ''), form.action).toContain('Typed Once')
  }
})

test.each([
  { action: 'save', buyerName: 'Typed Once', mainEmail: 'typed@example.com' },
  { action: 'approve', customerCode: 'Typed Once', creditLimit: '100', remark: 'A remark' },
  { action: 'reject', reason: 'Typed Once', status: 'submitted' },
  { action: 'decline', declineReason: 'Typed Once', proposal: 'any' },
  { action: 'correct', customerCode: 'Typed Once' },
  { action: 'review', reviewRemark: 'Typed Once' },
  { action: 'close', closingReason: 'Typed Once' },
  { action: 'ask', request: 'Typed Once' },
  { action: 'note', note: 'Typed Once' },
  { action: 'move', signInEmail: 'Typed Once' },
  { action: 'check', check: 'Sanctions', checkNote: 'Typed Once' },
])(
  'returns what was typed, and nothing stored, when the session ended before $action',
  async (typed) => {
    const { admin, id, page, version } = await stage()
    await admin.post('/api/admin/logout')
    const form = { ...typed, version: version() }
    const files = new FormData()
    for (const [name, value] of Object.entries(form)) files.set(name, value)
    const { status, text } =
      form.action === 'check'
        ? await admin.send(page, { method: 'POST', body: files })
        : await admin.postForm(page, form)
    expect(status).toBe(401)
    expect(text).toContain('Your session has ended')
    expect(text).toMatch(/href="\/admin" target="_blank"/)
    expect(text).toMatch(/Typed Once(&quot;|"|<)/)
    expect(text).toContain(`Application #${id}</h1>`)
    expect(text).not.toContain(answers[1].businessName)
    expect(text).not.toContain(answers[1].mainEmail)
  },
)

test('saves only what was typed in an edit that is repeated after a new sign-in', async () => {
  const { app, id, admin, page } = await stage()
  const before = stored(app, id).application
  const form = fieldsIn((await admin.get(`${page}?edit=1`)).text, 'edit')
  await admin.post('/api/admin/logout')
  const typed = { ...form, action: 'save', buyerName: 'Typed Once' }
  const { text } = await admin.postForm(page, typed)
  const again = await adminBrowser(app)
  const sent = { ...fieldsIn(text, 'edit'), action: 'save' }
  expect((await again.postForm(page, sent)).status).toBe(303)
  expect(stored(app, id).application).toEqual({
    ...before,
    buyerName: 'Typed Once',
    version: before.version + 1,
    updatedAt: expect.any(Number),
    searchText: expect.any(String),
  })
})

test('explains why a viewer may not add a note', async () => {
  const { app, page } = await stage()
  const viewer = await adminBrowser(app, { ...reviewer, username: 'viewer', role: 'viewer' })
  const { status, text } = await viewer.postForm(page, { action: 'note', note: 'Typed Once' })
  expect(status).toBe(403)
  expect(text).toContain('Typed Once</textarea>')
  expect(text).not.toContain(answers[1].businessName)
})

test('leaves a blanked field blank when another one is refused', async () => {
  const { admin, page, version } = await stage()
  const form = { action: 'save', mainEmail: 'nobody', buyerName: '', version: version() }
  const { text } = await admin.postForm(page, form)
  const field = /<input[^>]* name="buyerName"[^>]*>/.exec(text)?.[0]
  expect(field).toContain('value=""')
})

test('names the field in the summary of a refused edit', async () => {
  const { admin, page, version } = await stage()
  const form = { action: 'save', mainEmail: 'nobody', version: version() }
  const { text } = await admin.postForm(page, form)
  expect(text).toContain('<a href="#edit-mainEmail">Main email: Valid email is required</a>')
})

test('lets a late tab undo nothing that somebody else has saved, even after a mistake, and loses nothing', async () => {
  const { app, id, admin, page, version } = await stage()
  const first = version()
  await admin.patch(`/api/applications/${id}`, { buyerName: 'First Admin' })
  const form = { action: 'save', buyerName: 'Second Admin', version: first }
  for (const mainEmail of ['nobody', 'other@example.com']) {
    const late = await admin.postForm(page, { ...form, mainEmail })
    expect(late.status).toBe(412)
    expect(late.text).toContain('value="First Admin"')
    expect(late.text).not.toContain('value="Second Admin"')
    expect(late.text.replace(/<[^>]*>/g, '')).toContain('Buyer name in your form: Second Admin')
  }
  expect(stored(app, id).application.buyerName).toBe('First Admin')
})

test('refuses a decision on an outdated page, which can then be sent again', async () => {
  const { app, id, admin, page, version } = await stage()
  const form = { action: 'approve', customerCode: 'CUST-1', version: version() }
  await admin.patch(`/api/applications/${id}`, { buyerName: 'Somebody Else' })
  const late = await admin.postForm(page, form)
  expect(late.status).toBe(412)
  expect(stored(app, id).application.status).toBe('submitted')
  const shown = /name="version" value="(\d+)"/.exec(late.text)?.[1] ?? ''
  expect((await admin.postForm(page, { ...form, version: shown })).status).toBe(303)
  expect(stored(app, id).application.status).toBe('approved')
})

test('asks before it uses a code that another company has', async () => {
  const { app, id, admin, page, version } = await stage()
  const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
  await admin.patch(`/api/applications/${other}/approve`, { customerCode: 'CUST-1' })
  const form = { action: 'approve', customerCode: 'CUST-1', version: version() }
  const before = app.dump()
  const asked = await admin.postForm(page, form)
  expect(asked.text).toContain('Customer code CUST-1 is also used by')
  expect(app.dump()).toEqual(before)
  expect((await admin.postForm(page, { ...form, sharedCode: 'CUST-2' })).status).toBe(409)
  await admin.postForm(page, { ...form, sharedCode: 'CUST-1' })
  expect(stored(app, id).application.customerCode).toBe('CUST-1')
})
