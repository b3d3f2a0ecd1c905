import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { logoForDocuments } from '#src/domain/company/logo.ts'
import { minutes } from '#src/domain/durations.ts'
import { emailLogo } from '#src/domain/mailing/email-logo.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { mimeFields } from '#src/mail/mime-fields.ts'
import { writePng } from '#src/security/png.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { emailContext } from '../../support/mail/email-context.ts'

const path = '/admin/company'

/** A picture of 400 by 100. */
const picture = () => writePng(new PNG({ width: 400, height: 100, fill: true }))

async function signedIn() {
  const app = testApp()
  const browser = await adminBrowser(app)
  async function post(action: string, file?: Buffer) {
    const form = new FormData()
    form.set('action', action)
    if (file) form.set('logo', new Blob([Uint8Array.from(file)]), 'logo.png')
    const request = new Response(form)
    return browser.send(path, {
      method: 'POST',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: await request.arrayBuffer(),
    })
  }
  return { app, browser, post }
}

const logoOf = (html: string) => /<img class="logo[^"]*" src="([^"]*)"/.exec(html)?.[1]

test('an uploaded logo counts on pages, in emails and in documents, until it is removed', async () => {
  const { app, browser, post } = await signedIn()
  const read = async () => logoOf(await (await app.request('/client-login')).text())
  expect(await read()).toBe('/logo.svg')
  expect((await post('upload', picture())).status).toBe(303)
  const address = (await read()) ?? ''
  expect(address).toMatch(/^\/company-logo\?v=[0-9a-f]{16}$/)

  const served = await app.request(address)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(logoForDocuments(app.deps)).toBe(bytes.toString('base64'))

  const { logo, pictures } = emailLogo(app.deps)
  expect(logo).toEqual({ width: 200, height: 50 })
  const { html } = composeEmail(
    { kind: 'test', to: { name: '', address: 'a@b.example' } },
    emailContext({ logo }),
  )
  expect(html).toContain('src="cid:company-logo"')
  expect(mimeFields({ attachments: pictures } as never).attachments).toEqual([
    expect.objectContaining({ cid: 'company-logo', contentDisposition: 'inline', content: bytes }),
  ])

  const preview = await browser.get('/admin/company/emails/receipt/preview')
  expect(preview.text).toContain(`src="data:image/png;base64,${bytes.toString('base64')}"`)

  expect((await post('remove')).status).toBe(303)
  expect(await read()).toBe('/logo.svg')
  expect((await app.request(address)).status).toBe(404)
  expect(emailLogo(app.deps)).toEqual({ logo: null, pictures: [] })
  const changes = JSON.stringify(app.dump().events).match(/company logo changed/g)
  expect(changes).toHaveLength(2)
})

describe('what is no logo', () => {
  test.each([
    ['no file', undefined, 'Choose a file first'],
    ['a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 'Choose a PNG'],
    ['a cut PNG', picture().subarray(0, 200), 'Choose a PNG'],
    ['too large a file', Buffer.alloc(600 * 1024), 'Choose a PNG'],
  ])('%s is refused beside its field', async (_, file, words) => {
    const { app, post } = await signedIn()
    const { status, text } = await post('upload', file)
    expect([400, 413]).toContain(status)
    expect(text).toMatch(new RegExp(`id="logo-error"[\\s\\S]{0,60}${words}`))
    expect(app.dump().company_logo ?? []).toEqual([])
  })
})

test('a logo needs a password from the last ten minutes', async () => {
  const { app, post } = await signedIn()
  app.clock.now += minutes(11)
  const { status, text } = await post('upload', picture())
  expect(status).toBe(403)
  expect(text).toContain('id="logoPassword-error"')
  expect(app.dump().company_logo ?? []).toEqual([])
})
