import { describe, expect, test } from 'vitest'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { answers } from '../../support/app/application-answers.ts'
import { review } from '../../support/app/review.ts'
import { testApp } from '../../support/app/test-app.ts'

/** A form of a settings page, and the typed values that it returns. */
const forms: [path: string, form: Record<string, string>, typed: string[]][] = [
  [
    '/admin/company',
    { action: 'save', version: '7', name: 'Typed Ltd', registeredAddress: '1 Typed Lane' },
    ['value="Typed Ltd"', '1 Typed Lane</textarea>', 'name="version" value="7"'],
  ],
  [
    '/admin/company',
    { action: 'retain', rejectedDays: '41', closedDays: '42', expected: 'mark' },
    ['value="41"', 'value="42"', 'name="expected" value="mark"'],
  ],
  [
    '/admin/company/terms',
    { action: 'publish', termsText: '# Typed\n\nclause', inForceFrom: '2031-01-02', expected: 'm' },
    ['# Typed\n\nclause</textarea>', 'value="2031-01-02"', 'name="expected" value="m"'],
  ],
  [
    '/admin/company/emails/receipt',
    { action: 'save', subject: 'Typed subject', before: 'Typed above', version: '3' },
    ['value="Typed subject"', 'Typed above</textarea>', 'name="version" value="3"'],
  ],
  [
    '/admin/team',
    { action: 'invite', username: 'typed', email: 'typed@example.com', role: 'viewer' },
    ['value="typed"', 'value="typed@example.com"', 'selected="">Viewer'],
  ],
  ['/admin/team/1', { action: 'role', role: 'reviewer' }, ['selected="">Reviewer']],
  [
    '/admin/team/1',
    { action: 'password-link', email: 'typed@example.com' },
    ['value="typed@example.com"'],
  ],
  [
    '/admin/sign-in',
    { action: 'save', issuer: 'https://typed.example.com', clientId: 'typed', name: 'Typed' },
    ['value="https://typed.example.com"', 'value="typed"', 'value="Typed"'],
  ],
  [
    '/admin/integrations',
    { action: 'add', address: 'https://typed.example.com/', events: 'application.rejected' },
    ['value="https://typed.example.com/"', 'checked="" value="application.rejected"'],
  ],
  [
    '/admin/integrations',
    { action: 'change', id: 'abc', version: '2', address: 'https://typed.example.com/' },
    ['value="https://typed.example.com/"', 'name="id" value="abc"', 'name="version" value="2"'],
  ],
  ['/admin/integrations', { action: 'create-key', name: 'Typed' }, ['value="Typed"']],
  [
    '/admin/integrations',
    { action: 'register-key', register: 'hmrc', clientId: 'typed' },
    ['value="typed"', 'name="register" value="hmrc"'],
  ],
  ['/admin/privacy', { action: 'find', who: 'typed@example.com' }, ['typed@example.com']],
  ['/admin/account', { action: 'name', fullName: 'Ty Ped' }, ['value="Ty Ped"']],
  ['/admin/account', { action: 'email', email: 'ty@example.com' }, ['value="ty@example.com"']],
  ['/admin/account', { action: 'signature', typedName: 'Ty Ped' }, ['value="Ty Ped"']],
]

/** Stored values that a settings page shows to no stranger. */
const stored = ['Stored Supplies Ltd of Leeds', 'colleague', 'stored.example.com']

async function stage() {
  const { app, admin } = await review()
  await adminBrowser(app, { ...reviewer, username: 'colleague' })
  await admin.postForm('/admin/company', {
    action: 'save',
    version: '0',
    name: 'Example Supplies Ltd',
    registeredAddress: 'Stored Supplies Ltd of Leeds',
    salesEmail: 'sales@example.com',
  })
  return app
}

describe('a form that is sent without a session', () => {
  test.each(forms)(
    'returns %s %j after the end of the session with what was typed',
    async (path, form, typed) => {
      const app = await stage()
      const before = JSON.stringify(app.dump())
      const { status, text } = await app.browser().postForm(path, form)
      const plain = text.replaceAll('<!-- -->', '')
      expect(status).toBe(401)
      for (const words of typed) expect(plain).toContain(words)
      expect(plain).toContain('Sign in again (opens in new tab)')
      expect(plain).toContain(`action="${path}"`)
      expect(plain).toContain(`value="${form.action}"`)
      for (const words of [...stored, answers[1].businessName]) expect(plain).not.toContain(words)
      expect(JSON.stringify(app.dump())).toBe(before)
    },
  )

  test('returns a form after the end of the session without a password or code that was typed', async () => {
    const app = await stage()
    const secrets = { currentPassword: 'typed secret', clientSecret: 'typed secret' }
    for (const [path, form] of forms) {
      const { text } = await app.browser().postForm(path, { ...form, ...secrets })
      expect(text, path).not.toContain('typed secret')
    }
  })

  test('refuses a form after the end of the session in JSON for an island', async () => {
    const app = await stage()
    for (const [path, form] of forms) {
      const answer = await app.browser().send(path, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(form).toString(),
      })
      expect([answer.status, Object.keys(JSON.parse(answer.text))], path).toEqual([
        401,
        ['message'],
      ])
    }
  })

  test('says that nothing was saved when a button is pressed after the end of the session', async () => {
    const app = testApp()
    const { status, text } = await app.browser().postForm('/admin/team', { action: 'require' })
    expect([status, text]).toEqual([401, expect.stringContaining('Nothing was saved.')])
  })
})
