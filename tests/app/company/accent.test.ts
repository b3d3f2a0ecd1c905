import { expect, test } from 'vitest'
import { emailContext } from '#src/domain/mailing/message.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

async function save(accent: string) {
  const app = testApp()
  const browser = await adminBrowser(app)
  const answer = await browser.postForm('/admin/company', {
    ...{ action: 'save', version: '0', name: 'First Ltd', salesEmail: 'trade@one.example' },
    ...{ workingDays: '1', promisedFrom: '2', promisedTo: '3', accent },
  })
  return { app, browser, answer }
}

test('uses a saved colour on every page, in emails and in documents', async () => {
  const { app, browser, answer } = await save('#E03131')
  expect(answer.status).toBe(303)
  for (const path of ['/', '/terms-conditions', '/client-form', '/client-login', '/nowhere'])
    expect((await app.browser().get(path)).text).toContain('href="/accent.css?v=e03131"')
  const sheet = await app.request('/accent.css?v=e03131')
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  expect(await sheet.text()).toContain('--signal:light-dark(#e03131,#e03131)')
  const old = await app.request('/accent.css?v=d9480f')
  expect(old.headers.get('cache-control')).toBe('no-cache')
  const email = { kind: 'test', to: { name: '', address: 'a@b.example' } } as const
  const { html } = composeEmail(email, emailContext(app.deps, 0))
  expect(html).toContain('.button{background:#e03131;')
  await browser.get(`/api/applications/${await fillDraft(app.browser())}/pdf`)
  expect(app.pdf.made.at(-1)?.sheet.company.accent).toBe('#e03131')
})

test('keeps a dark brand colour, and uses a lighter one on dark pages', async () => {
  const { app, answer } = await save('#003366')
  expect(answer.status).toBe(303)
  const styles = await (await app.request('/accent.css?v=003366')).text()
  expect(styles).toMatch(/--signal:light-dark\(#003366,#4d7094\)/)
  expect(emailContext(app.deps, 0).accent?.light.ground).toBe('#003366')
})

test.each([
  ['red', 'Enter a colour such as'],
  ['#d9480f;}body{', 'Enter a colour such as'],
])('refuses the accent colour %s at its field', async (accent, words) => {
  const { app, answer } = await save(accent)
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(new RegExp(`id="details-accent-error"[\\s\\S]{0,60}${words}`))
  expect(answer.text).toContain(`value="${accent}"`)
  expect(app.dump().company ?? []).toEqual([])
})
