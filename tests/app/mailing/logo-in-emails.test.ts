import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { companyLogo } from '#db/schema/company.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { giveDocument } from '../../support/mail/sealed-document.ts'
import { sendgridStandIn } from '../../support/mail/sendgrid-stand-in.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { noise, stroke } from '../../support/pdf/signatures.ts'

const mebibyte = 1024 * 1024
const tenant = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const microsoft = {
  emailProvider: 'oauth365',
  oauth365ClientId: '0f0e0d0c-0000-4000-8000-000000000001',
  oauth365ClientSecret: 'canary-client-secret',
  oauth365TenantId: tenant,
}

const picture = makePng(stroke)

function giveLogo(app: TestApp, image = picture) {
  const row = { id: 1, kind: 'png', image, sha256: 'f'.repeat(64) } as const
  app.deps.db.orm.insert(companyLogo).values(row).run()
}

async function sendAll(app: TestApp) {
  while ((await turn(app)) === 'sent');
}

const bytesOf = ({ content }: { content: unknown }) => Buffer.from(content as ArrayBuffer)

/** The picture that the text of an email shows. */
async function shownIn(mime: string) {
  const { html = '', attachments } = await PostalMime.parse(mime)
  const cid = /<img src="cid:([^"]+)"/.exec(html)?.[1]
  const found = attachments.filter(({ contentId }) => contentId === `<${cid}>`)
  return found.map((one) => ({ ...one, content: bytesOf(one) }))
}

const inline = [{ mimeType: 'image/png', disposition: 'inline', content: picture }]

describe('the logo stands inside an email', () => {
  test('by SMTP', async () => {
    const app = testApp()
    giveLogo(app)
    const server = await smtpServer()
    giveDocument(app, await submit(app.browser()))
    saveMailSettings(app, smtpSettings(server.port))
    await sendAll(app)
    expect(server.arrived).toHaveLength(2)
    for (const { raw } of server.arrived) expect(await shownIn(raw)).toMatchObject(inline)
  })

  test('by SendGrid', async () => {
    const peer = await sendgridStandIn('SG.canary-key')
    const app = testApp({ env: { SENDGRID_API_URL: peer.url } })
    giveLogo(app)
    giveDocument(app, await submit(app.browser()))
    saveMailSettings(
      app,
      smtpSettings(25, { emailProvider: 'sendgrid', sendgridApiKey: 'SG.canary-key' }),
    )
    await sendAll(app)
    const sent = peer.asked.map(({ body }) => JSON.parse(body))
    expect(sent).toHaveLength(2)
    for (const { content, attachments } of sent) {
      const shown = { type: 'image/png', disposition: 'inline', content_id: 'company-logo' }
      expect(attachments[0]).toMatchObject({ ...shown, content: picture.toString('base64') })
      expect(content.at(-1).value).toContain('src="cid:company-logo"')
    }
  })

  test('by Microsoft 365', async () => {
    const peer = await microsoftStandIn(tenant)
    const app = testApp({ env: { MICROSOFT_LOGIN_URL: peer.url, MICROSOFT_GRAPH_URL: peer.url } })
    giveLogo(app)
    giveDocument(app, await submit(app.browser()))
    saveMailSettings(app, smtpSettings(25, microsoft))
    await sendAll(app)
    expect(peer.emails).toHaveLength(2)
    for (const { mime } of peer.emails) expect(await shownIn(mime)).toMatchObject(inline)
  })

  test('also the one of COMPANY_LOGO, an SVG drawn as a PNG', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="2"><circle r="4"/></svg>'
    const app = testApp({ deps: { documentLogo: Buffer.from(svg).toString('base64') } })
    const server = await smtpServer()
    giveDocument(app, await submit(app.browser()))
    saveMailSettings(app, smtpSettings(server.port))
    await sendAll(app)
    const [shown] = await shownIn(server.arrived[0]?.raw ?? '')
    expect(shown?.content.toString('latin1', 1, 4)).toBe('PNG')
    expect(server.arrived[0]?.mail.html).toContain('width="200" height="50"')
  })
})

describe('an email goes without its logo', () => {
  test('when the document leaves no room for it in a request to Graph', async () => {
    const peer = await microsoftStandIn(tenant)
    const app = testApp({ env: { MICROSOFT_LOGIN_URL: peer.url, MICROSOFT_GRAPH_URL: peer.url } })
    giveLogo(app, makePng(noise({ width: 250, height: 250, colour: 6, depth: 8 }, true)))
    const id = await submit(app.browser())
    giveDocument(app, id, { pdf: Buffer.alloc(2 * mebibyte, 'ab') })
    saveMailSettings(app, smtpSettings(25, microsoft))
    await sendAll(app)
    const { attachments, html } = await PostalMime.parse(peer.emails[0]?.mime ?? '')
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
    expect(html).not.toContain('<img')
    expect(Math.max(...peer.asked.map(({ body }) => body.length))).toBeLessThan(4_000_000)
  })
})
