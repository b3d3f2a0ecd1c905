import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { email, invited, signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'
import { policies } from '../../support/browser/policies.ts'
import { saveMailSettings, smtpSettings } from '../../support/mail/mail-settings.ts'
import { ask } from '../../support/requests.ts'

const wrong = { email: 'nobody@example.com', password: 'a password of nobody' }

describe('a posted form', () => {
  test('returns a refused form with what was typed, but without its passwords and codes', async () => {
    const app = testApp()
    const browser = app.browser()
    const { token } = await invited(app)
    const pages = [
      await browser.postForm('/client-login', wrong),
      await browser.postForm('/admin', { username: 'Nobody', password: wrong.password }),
      await browser.postForm('/admin', { action: 'code', code: '471147' }),
      await browser.postForm('/client/set-password', {
        token,
        password: wrong.password,
        confirmPassword: 'another password',
      }),
    ]
    const [login, admin] = pages
    expect(pages.map(({ status }) => status)).toEqual([401, 401, 401, 400])
    expect(login?.text).toContain(`value="${wrong.email}"`)
    expect(admin?.text).toContain('value="Nobody"')
    for (const { text } of pages)
      expect(text).not.toMatch(/a password of nobody|another password|471147/)
  })

  test.each([
    ...['constructor', '__proto__', 'email.more', 'email[4000000000]', `a${'.a'.repeat(1500)}`],
  ])('ignores a posted field with the name "%s"', async (name) => {
    const { status, text } = await testApp()
      .browser()
      .postForm('/client-login', { ...wrong, [name]: 'x' })
    expect(status).toBe(401)
    expect(text).toContain(`value="${wrong.email}"`)
  })

  test('refuses a field that is posted twice, at that field', async () => {
    const { status, text } = await testApp()
      .browser()
      .postForm('/client-login', { ...wrong, email: ['one@example.com', 'two@example.com'] })
    expect(status).toBe(400)
    expect(text).toContain('Please enter a valid email address')
  })

  test('shows the errors of a registration whose director has two names', async () => {
    const post = { step: 'next:1', 'directors[0].name': ['One Sample', 'Two Sample'] }
    expect((await testApp().browser().postForm('/client-form', post)).status).toBe(400)
  })

  test.each(['constructor', 'other'])('answers the unknown action %s with 400', async (action) => {
    expect((await testApp().browser().postForm('/admin', { action })).status).toBe(400)
  })

  test.each(['no JSON', '{}', '{"type":"insert","payload":{"name":"email"}}'])(
    'answers a request for an unknown list with 400: %s',
    async (intent) => {
      const post = { ...wrong, __intent__: intent }
      expect((await testApp().browser().postForm('/client-login', post)).status).toBe(400)
    },
  )
})

const published = Object.entries(policies)
  .filter(([call, policy]) => call.startsWith('POST ') && /^(anybody|customer page)$/.test(policy))
  .map(([call]) => call)

test.each(published)('answers an empty %s in our own words', async (call) => {
  const app = testApp()
  const { browser, id } = await signedIn(app)
  await ask(await adminBrowser(app), id, 'Please send your accounts')
  const files = new FormData()
  files.set('answer', 'Here it is')
  const typed = { 'content-type': 'application/json' }
  for (const init of [
    { body: '{}', headers: typed },
    { body: new URLSearchParams() },
    { body: files },
  ]) {
    const { body, headers } = new Request('http://localhost', { method: 'POST', ...init })
    const { text } = await browser.send(call.slice(5), {
      method: 'POST',
      body: await new Response(body).arrayBuffer(),
      headers,
    })
    expect(text).not.toContain('Invalid input')
  }
})

test('refuses a text in place of the directors and keeps the rest of the form', async () => {
  const { status, text } = await testApp()
    .browser()
    .postForm('/client-form', { step: 'next:1', businessName: 'Sample Ltd', directors: 'Ann' })
  expect(status).toBe(400)
  expect(text).toContain('value="Sample Ltd"')
})

test('names the account of the session in a form with a password, for password managers', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const named = async (page: Promise<{ text: string }>) =>
    /autoComplete="username"[^>]*value="([^"]*)"/.exec((await page).text)?.[1]
  expect(await named(browser.get('/client-portal'))).toBe(email)
  expect(await named((await adminBrowser(app)).get('/admin/account'))).toBe('reviewer')
})

test.each([
  ['/admin/email-settings', { action: 'save', smtpHost: 'typed.example.com' }],
  ['/admin/email-settings', { action: 'test', testEmail: 'typed@example.com' }],
  ['/admin/company', { name: 'typed Ltd' }],
  ['/admin/integrations', { action: 'create-key', name: 'typed' }],
  ['/admin/team', { action: 'invite', username: 'typed' }],
  ['/admin/privacy', { action: 'find', who: 'typed@example.com' }],
])(
  'keeps the form of %s after the end of the session with %o, and shows nothing stored',
  async (path, typed) => {
    const app = testApp()
    const browser = await adminBrowser(app)
    saveMailSettings(app, smtpSettings(25, { smtpHost: 'stored.example.com' }))
    await browser.post('/api/admin/logout')
    const { status, text } = await browser.postForm(path, typed)
    expect(status).toBe(401)
    expect(text).toMatch(/value="typed/)
    expect(text).toMatch(/href="\/admin" target="_blank"/)
    expect(text).not.toContain('stored.example.com')
  },
)
