import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { logoForDocuments, logoVersion } from '#src/domain/company/company.ts'
import { emailLogo } from '#src/domain/mailing/message.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { writePng } from '#src/security/png.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { emailContext } from '../../support/mail/email-context.ts'

const path = '/admin/company'

const picture = () => {
  const png = new PNG({ width: 400, height: 100, fill: true })
  png.data.fill(255)
  return writePng(png)
}

async function signedIn() {
  const app = testApp()
  const browser = await adminBrowser(app)
  async function post(action: string, file?: Buffer, expected = logoVersion(app.deps)) {
    const form = new FormData()
    form.set('expected', expected)
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

test('uses an uploaded logo on pages, in emails and in documents until it is removed', async () => {
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

  const { logo } = await emailLogo(app.deps)
  expect(logo).toEqual({ width: 200, height: 50 })
  const { html } = composeEmail(
    { kind: 'test', to: { name: '', address: 'a@b.example' } },
    emailContext({ logo }),
  )
  expect(html).toContain('src="cid:company-logo"')

  const preview = await browser.get('/admin/company/emails/receipt/preview')
  expect(preview.text).toContain(`src="data:image/png;base64,${bytes.toString('base64')}"`)
  expect(preview.text).not.toContain('cid:')

  expect((await post('remove')).status).toBe(303)
  expect(await read()).toBe('/logo.svg')
  expect((await app.request(address)).status).toBe(404)
  expect(await emailLogo(app.deps)).toEqual({ logo: null, pictures: [] })
  const changes = JSON.stringify(app.dump().events).match(/company logo changed/g)
  expect(changes).toHaveLength(2)
})

test('refuses the second of two people who change the logo at once', async () => {
  const { app, post } = await signedIn()
  expect((await post('upload', picture())).status).toBe(303)
  const stored = app.dump().company_logo
  for (const action of ['upload', 'remove']) {
    const { status, text } = await post(action, writePng(dot()), '')
    expect(status).toBe(412)
    expect(text).toMatch(/id="logo-logo-error"[\s\S]{0,60}The logo has been changed since/)
    expect(text).toContain(`name="expected" value="${logoVersion(app.deps)}"`)
    expect(app.dump().company_logo).toEqual(stored)
  }
})

function dot() {
  const png = new PNG({ width: 1, height: 1 })
  png.data.fill(255)
  return png
}

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10">${content}</svg>`)

const shape = '<path d="M0 0h40v10z"/>'

test('stores an SVG as the picture that it shows', async () => {
  const { app, post } = await signedIn()
  const file = svg(`<script>alert(1)</script><g onclick="alert(2)">${shape}</g>`)
  expect((await post('upload', file)).status).toBe(303)
  const bytes = Buffer.from(await (await app.request('/company-logo')).arrayBuffer())
  const { width, height } = PNG.sync.read(bytes)
  expect({ width, height }).toEqual({ width: 800, height: 200 })
})

describe('an invalid logo is refused at its field:', () => {
  const parts = 'This SVG contains text, pictures or entities'
  const entity = '<!DOCTYPE svg [<!ENTITY a "b">]>'
  test.each([
    ['no file', undefined, 'Choose a file first'],
    ['a web page', Buffer.from('<html><svg></svg></html>'), 'Choose a PNG'],
    ['an SVG that is no UTF-8', Buffer.concat([svg(shape), Buffer.of(0xff)]), 'Choose a PNG'],
    ['a cut PNG', picture().subarray(0, 200), 'Choose a PNG'],
    ['too large a file', Buffer.alloc(600 * 1024), 'Choose a PNG'],
    ['a picture inside', svg('<s:IMAGE href="file:///etc/passwd"/>'), parts],
    ['text', svg(`${shape}<text>Name</text>`), parts],
    ['a page inside', svg('<foreignObject><a/></foreignObject>'), parts],
    ['entities', Buffer.concat([Buffer.from(entity), svg(shape)]), parts],
    ['nothing to see', svg(''), 'There is nothing to see'],
    ['a broken SVG', Buffer.from('<svg><path'), 'This SVG could not be drawn'],
  ])('refuses an invalid logo at its field: %s', async (_, file, words) => {
    const { app, post } = await signedIn()
    const { status, text } = await post('upload', file)
    expect([400, 413]).toContain(status)
    expect(text).toMatch(new RegExp(`id="logo-logo-error"[\\s\\S]{0,60}${words}`))
    expect(app.dump().company_logo ?? []).toEqual([])
  })
})
