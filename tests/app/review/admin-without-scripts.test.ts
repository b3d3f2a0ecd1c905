import { expect, test } from 'vitest'
import { stored, submit } from '../../support/app/applicants.ts'
import { review } from '../../support/app/review.ts'

async function stage() {
  const { app, id, ...rest } = await review()
  return { app, id, ...rest, version: () => String(stored(app, id).application.version) }
}

test('A form that names no action of its page is refused, also by a name that every object knows', async () => {
  const { app, admin, page } = await stage()
  const before = app.dump()
  const pages = [page, '/admin/dashboard', '/admin/email-settings', '/client-form']
  pages.push('/client-login', '/client/forgot-password', '/client/set-password')
  for (const action of ['', 'constructor', 'toString', '__proto__'])
    for (const path of pages)
      expect((await admin.postForm(path, { action })).status, `${path} ${action}`).toBe(400)
  expect(app.dump()).toEqual(before)
})

test('A mistake in an edit, a decision, a note or an address gives back what was typed', async () => {
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
    // in the form itself, not only in what a script would wake with
    expect(answer.text.replace(/data-props='[^']*'/g, ''), form.action).toContain('Typed Once')
  }
})

test('A field that was blanked comes back blank when another one is refused', async () => {
  const { admin, page, version } = await stage()
  const form = { action: 'save', mainEmail: 'nobody', buyerName: '', version: version() }
  const { text } = await admin.postForm(page, form)
  const field = /<input[^>]* name="buyerName"[^>]*>/.exec(text)?.[0]
  expect(field).toContain('value=""')
})

test('The summary of a refused edit names the field', async () => {
  const { admin, page, version } = await stage()
  const form = { action: 'save', mainEmail: 'nobody', version: version() }
  const { text } = await admin.postForm(page, form)
  expect(text).toContain('<a href="#edit-mainEmail">Main email: Valid email is required</a>')
})

test('A late tab takes back nothing that somebody else has saved, not even after a mistake, and loses nothing', async () => {
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

test('A decision on a page that is no longer the newest is refused and can be sent again', async () => {
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

test('A code that another company has is asked about before it is used', async () => {
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
