import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'

test('a customer sees the document in the tab', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const browser = clientBrowser(app, id)
  const { status, headers, text } = await browser.get(`/api/applications/${id}/pdf`)
  expect([status, text]).toEqual([200, `%PDF-1.7 stand-in for ${id}`])
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe(`inline; filename="application-${id}.pdf"`)
  // Safari lays its viewer out by this policy, so nothing in it may forbid a style.
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(headers.get('cache-control')).toMatch(/no-store/)
})

test('the document is asked for with every answer, the directors and the signature', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const browser = clientBrowser(app, id)
  await browser.get(`/api/applications/${id}/pdf`)
  const { sheet } = app.pdf.made[0] ?? {}
  expect(sheet).toMatchObject({ id, draft: false, directors: answers[2].directors })
  const printed = JSON.stringify(sheet)
  for (const section of [answers[1], answers[3], answers[4]])
    for (const value of Object.values(section))
      if (typeof value === 'string' && !/^\d{4}-|^credit$/.test(value))
        expect(printed).toContain(JSON.stringify(value).slice(1, -1))
  expect(sheet?.signatures).toHaveLength(1)
})

test('readers of one network share its turns, those of another have their own', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const headers = { cookie: `admin=${(await adminBrowser(app)).cookies.get('admin')}` }
  for (const peer of ['2001:db8:1:2::3', '2001:db8:1:4::5', '2001:db8:2::1'])
    await app.request(`/api/applications/${id}/pdf`, { headers }, peer)
  const [one, same, other] = app.pdf.made.map(({ network }) => network)
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

describe('opened in a tab by somebody without a right to it', () => {
  const tab = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

  test.each([
    ['a stranger', 401, null],
    ['a browser with a cookie that opens nothing', 404, 'x'.repeat(43)],
  ])('%s gets a plain page with the way to sign in', async (_, status, cookie) => {
    const app = testApp()
    const id = await submit(app.browser())
    const browser = app.browser()
    if (cookie) browser.cookies.set('draft', cookie)
    const answer = await browser.get(`/api/applications/${id}/pdf`, tab)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.text).toMatch(/<title>This did not work – .*<h1>This did not work</s)
    expect(answer.text).toContain('href="/client-login"')
    expect(answer.text).not.toContain('<script')
    expect(answer.text).not.toContain(answers[1].businessName)
    const unknown = await browser.get('/api/applications/0000-0000-0000/pdf', tab)
    expect(unknown.text).toBe(answer.text)
    expect(app.pdf.made).toEqual([])
  })
})

test('the real document process draws the typed name and makes the PDF of a submitted application', async () => {
  const pdf = pdfService()
  try {
    const app = testApp({ deps: { pdf } })
    const id = await submit(app.browser())
    expect(await pdf.signature('Tomasz Żółć')).toMatchObject({ ok: true, hasInk: true })
    expect(await pdf.signature(Buffer.from('no picture'))).toMatchObject({ ok: false })
    const cookie = `client=${clientBrowser(app, id).cookies.get('client')}`
    const response = await app.request(`/api/applications/${id}/pdf`, { headers: { cookie } })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.status).toBe(200)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(10_000)
  } finally {
    await pdf.close()
  }
})
