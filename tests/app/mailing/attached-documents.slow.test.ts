import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { companyLogo } from '#db/schema/company.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { confirmMailbox } from '../../support/app/clients.ts'
import { putOff } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { emails, saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { giveDocument } from '../../support/mail/sealed-document.ts'
import { sendgridStandIn } from '../../support/mail/sendgrid-stand-in.ts'
import { type SmtpStandIn, smtpServer } from '../../support/mail/smtp-server.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { noise, stroke } from '../../support/pdf/signatures.ts'

const mebibyte = 1024 * 1024
const tenant = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const picture = makePng(stroke)

/** A submitted application whose receipt and notice wait, with a server that takes them; its mailbox is confirmed. */
async function submitted(app = testApp()) {
  const server = await smtpServer()
  const id = await submit(app.browser())
  confirmMailbox(app, id)
  saveMailSettings(app, smtpSettings(server.port))
  return { app, server, id }
}

async function sendAll(app: TestApp) {
  while ((await turn(app)) === 'sent');
}

function giveLogo(app: TestApp, image = picture) {
  const row = { id: 1, kind: 'png', image, sha256: 'f'.repeat(64) } as const
  app.deps.db.orm.insert(companyLogo).values(row).run()
}

const to = (server: SmtpStandIn, address: RegExp) => {
  const found = server.arrived.findLast((email) => address.test(email.to.join()))
  if (!found) throw new Error(`Nothing went to ${address}`)
  const { text = '', attachments } = found.mail
  return { text: text.replace(/\s+/g, ' '), attachments }
}
const team = /team@/
const customer = /^(?!team@)/

const bytesOf = ({ content }: { content: unknown }) => Buffer.from(content as ArrayBuffer)

/** The picture that the text of an email shows. */
async function shownIn(mime: string) {
  const { html = '', attachments } = await PostalMime.parse(mime)
  const cid = /<img src="cid:([^"]+)"/.exec(html)?.[1]
  const found = attachments.filter(({ contentId }) => contentId === `<${cid}>`)
  return found.map((one) => ({ ...one, content: bytesOf(one) }))
}

const inline = [{ mimeType: 'image/png', disposition: 'inline', content: picture }]

describe('the sealed document', () => {
  test('attaches the sealed document to receipt and notice, with the logo in the text, by SMTP', async () => {
    const { app, server, id } = await submitted()
    const pdf = giveDocument(app, id)
    giveLogo(app)
    await sendAll(app)
    for (const address of [team, customer]) {
      const { text, attachments } = to(server, address)
      const [file] = attachments.filter(({ mimeType }) => mimeType === 'application/pdf')
      expect(file?.filename).toBe(`application-${id}-signed.pdf`)
      expect(file && bytesOf(file)).toEqual(pdf)
      expect(text).toContain('signed application is attached')
      expect(text).toContain(`${app.deps.env.APP_URL}/verify`)
    }
    for (const { raw } of server.arrived) expect(await shownIn(raw)).toMatchObject(inline)
  })

  test('attaches the sealed document to the email of a decision', async () => {
    const { app, server, id } = await submitted()
    await sendAll(app)
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'KEN001' })
    const pdf = giveDocument(app, id, { kind: 'countersigned' })
    await sendAll(app)
    const { text, attachments } = to(server, customer)
    expect(attachments.map(bytesOf)).toEqual([pdf])
    expect(text).toContain('Our decision, with the signed application, is attached')
  })

  test('attaches a document of up to 5 MiB and the logo through SendGrid', async () => {
    const peer = await sendgridStandIn('SG.canary-key')
    const app = testApp({ env: { SENDGRID_API_URL: peer.url } })
    const id = await submit(app.browser())
    confirmMailbox(app, id)
    giveLogo(app)
    giveDocument(app, id, { pdf: Buffer.alloc(5 * mebibyte - picture.length, 'ab') })
    const provider = { emailProvider: 'sendgrid', sendgridApiKey: 'SG.canary-key' }
    saveMailSettings(app, smtpSettings(25, provider))
    await sendAll(app)
    const sent = peer.asked.map(({ body }) => JSON.parse(body))
    expect(sent).toHaveLength(2)
    for (const { content, attachments } of sent) {
      expect(attachments).toMatchObject([
        { type: 'image/png', disposition: 'inline', content_id: 'company-logo' },
        { filename: `application-${id}-signed.pdf`, type: 'application/pdf' },
      ])
      expect(content.at(-1).value).toContain('src="cid:company-logo"')
    }
    expect(app.logged().join('')).not.toContain(sent[0].attachments[1].content.slice(0, 100))
  })

  test('attaches a document through Microsoft 365, without a logo that leaves no room', async () => {
    const peer = await microsoftStandIn(tenant)
    const app = testApp({ env: { MICROSOFT_LOGIN_URL: peer.url, MICROSOFT_GRAPH_URL: peer.url } })
    const id = await submit(app.browser())
    confirmMailbox(app, id)
    giveLogo(app, makePng(noise({ width: 250, height: 250, colour: 6, depth: 8 }, true)))
    const pdf = Buffer.alloc(2 * mebibyte, 'ab')
    giveDocument(app, id, { pdf })
    const settings = {
      emailProvider: 'oauth365',
      oauth365ClientId: '0f0e0d0c-0000-4000-8000-000000000001',
      oauth365ClientSecret: 'canary-client-secret',
      oauth365TenantId: tenant,
    }
    saveMailSettings(app, smtpSettings(25, settings))
    await sendAll(app)
    expect(peer.emails).toHaveLength(2)
    for (const { mime } of peer.emails) {
      const { attachments, html } = await PostalMime.parse(mime)
      expect(attachments.map(({ filename }) => filename)).toEqual([`application-${id}-signed.pdf`])
      expect(attachments.map(bytesOf)[0]?.equals(pdf)).toBe(true)
      expect(html).not.toContain('<img')
    }
    expect(Math.max(...peer.asked.map(({ body }) => body.length))).toBeLessThan(4_000_000)
  })
})

describe('an email goes without its document and says where it is', () => {
  test('sends an email without its document when attaching was turned off while it waited', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id)
    saveMailSettings(app, smtpSettings(server.port, { attachDocuments: false }))
    await sendAll(app)
    for (const address of [team, customer]) expect(to(server, address).attachments).toEqual([])
    expect(to(server, customer).text).toContain('You can download it in the client portal')
    expect(to(server, team).text).toContain('It is on the application’s page')
  })

  test('sends an email without a document that is larger than 5 MiB', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id, { pdf: Buffer.alloc(5 * mebibyte + 1) })
    await sendAll(app)
    expect(to(server, customer).attachments).toEqual([])
  })

  test('sends an email without a document that could not be made for an hour', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id, { pdf: null, sealedAt: null })
    await sendAll(app)
    expect(server.arrived).toEqual([])
    app.clock.now += 61 * 60_000
    putOff(app, 'document', 60_000)
    await sendAll(app)
    expect(to(server, customer).text).toContain('It will be in the client portal')
    expect(to(server, team).text).toContain('It will be on the application’s page')
  })

  test('sends an email without its document, then without the logo, after the server has refused it', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id)
    giveLogo(app)
    server.answer.data = 552
    expect([await turn(app), await turn(app)]).toContain('failed')
    server.answer.data = null
    app.clock.now += 120_000
    await sendAll(app)
    expect(emails(app).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(server.arrived.some(({ mail }) => mail.attachments.length === 0)).toBe(true)
  })
})

test('does not mention an erased document in its email', async () => {
  const { app, server, id } = await submitted()
  giveDocument(app, id, { pdf: null, sealedAt: 1, erasedAt: 2 })
  await sendAll(app)
  expect(to(server, customer).attachments).toEqual([])
  expect(to(server, customer).text).not.toMatch(/signed document|Attached/)
})

test('sends an SVG from COMPANY_LOGO as a PNG', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="2"><circle r="4"/></svg>'
  const documentLogo = Buffer.from(svg).toString('base64')
  const { app, server, id } = await submitted(testApp({ deps: { documentLogo } }))
  giveDocument(app, id)
  await sendAll(app)
  const [shown] = await shownIn(server.arrived[0]?.raw ?? '')
  expect(shown?.content.toString('latin1', 1, 4)).toBe('PNG')
  expect(server.arrived[0]?.mail.html).toContain('width="200" height="50"')
})
