import { describe, expect, test } from 'vitest'
import { refusals } from '#src/domain/refusal.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

/** An app with an application, and somebody of a role who is signed in. */
async function stage(role: Role) {
  const app = testApp()
  const id = await submit(app.browser())
  return { app, id, browser: await adminBrowser(app, { ...reviewer, role }) }
}

/** What the record offers, by a word of each button or form. */
const offers = ['Approve Application', 'Reject Application', 'Edit', 'Add Note', 'Move Sign-in']

describe('what a role may not do is not offered', () => {
  test.each([
    ['viewer', []],
    ['reviewer', offers],
    ['administrator', offers],
  ] as const)('to a %s on the record', async (role, expected) => {
    const { id, browser } = await stage(role)
    const { status, text } = await browser.get(`/admin/applications/${id}`)
    expect(status).toBe(200)
    const buttons = [...text.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = '']) =>
      words.replace(/<[^>]*>/g, '').trim(),
    )
    expect(offers.filter((offer) => buttons.includes(offer))).toEqual(expected)
  })
})

describe('what a role may not do is refused', () => {
  test.each([
    ['approve', { customerCode: 'C-1' }],
    ['reject', { reason: 'No' }],
    ['save', { businessName: 'Changed' }],
    ['note', { note: 'A note' }],
    ['move', { signInEmail: 'new@example.com' }],
  ])('to a viewer who posts the form "%s" without scripts', async (action, fields) => {
    const { app, id, browser } = await stage('viewer')
    const stored = () => {
      const { applications, notes, clients, jobs } = app.dump()
      return { applications, notes, clients, jobs }
    }
    const before = stored()
    const answer = await browser.postForm(`/admin/applications/${id}`, { action, ...fields })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain(refusals.roleMayNot)
    expect(stored()).toEqual(before)
  })

  test.each(['viewer', 'reviewer'] as const)('to a %s who opens the settings', async (role) => {
    const { browser } = await stage(role)
    const page = await browser.get('/admin/email-settings')
    expect(page.status).toBe(403)
    expect(page.text).toContain(refusals.roleMayNot)
    const posted = await browser.postForm('/admin/email-settings', { action: 'save' })
    expect(posted.status).toBe(403)
    const call = await browser.get('/api/email-settings')
    expect([call.status, call.json]).toEqual([403, { message: refusals.roleMayNot }])
  })
})
