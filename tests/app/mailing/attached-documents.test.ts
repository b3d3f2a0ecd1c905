import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { putOff } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  email,
  emails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { giveDocument } from '../../support/mail/sealed-document.ts'
import { sendgridStandIn } from '../../support/mail/sendgrid-stand-in.ts'
import { type SmtpStandIn, smtpServer } from '../../support/mail/smtp-server.ts'

const mebibyte = 1024 * 1024
const tenant = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

/** A submitted application whose receipt and notice wait, with a server that takes them. */
async function submitted() {
  const app = testApp()
  const server = await smtpServer()
  const id = await submit(app.browser())
  saveMailSettings(app, smtpSettings(server.port))
  return { app, server, id }
}

async function sendAll(app: TestApp) {
  while ((await turn(app)) === 'sent');
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

describe('the sealed document', () => {
  test('goes with the receipt and the notice to the accounts team, byte by byte, by SMTP', async () => {
    const { app, server, id } = await submitted()
    const pdf = giveDocument(app, id)
    await sendAll(app)
    for (const address of [team, customer]) {
      const { text, attachments } = to(server, address)
      expect(attachments).toMatchObject([
        { filename: `application-${id}-signed.pdf`, mimeType: 'application/pdf' },
      ])
      expect(attachments.map(bytesOf)).toEqual([pdf])
      expect(text).toContain(`application-${id}-signed.pdf`)
      expect(text).toContain(`${app.deps.env.APP_URL}/verify`)
    }
  })

  test('goes with the email of a decision', async () => {
    const { app, server, id } = await submitted()
    await sendAll(app)
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'KEN001' })
    const pdf = giveDocument(app, id, { kind: 'countersigned' })
    await sendAll(app)
    const { text, attachments } = to(server, customer)
    expect(attachments.map(({ filename }) => filename)).toEqual([
      `application-${id}-countersigned.pdf`,
    ])
    expect(attachments.map(bytesOf)).toEqual([pdf])
    expect(text).toContain('our decision together with the signed application')
  })

  test('goes through SendGrid, up to 5 MiB', async () => {
    const peer = await sendgridStandIn('SG.canary-key')
    const app = testApp({ env: { SENDGRID_API_URL: peer.url } })
    const id = await submit(app.browser())
    const pdf = giveDocument(app, id, { pdf: Buffer.alloc(5 * mebibyte, 'ab') })
    const provider = { emailProvider: 'sendgrid', sendgridApiKey: 'SG.canary-key' }
    saveMailSettings(app, smtpSettings(25, provider))
    await sendAll(app)
    const sent = peer.asked.map(({ body }) => JSON.parse(body))
    expect(sent).toHaveLength(2)
    for (const { attachments } of sent) {
      expect(attachments).toMatchObject([
        { filename: `application-${id}-signed.pdf`, type: 'application/pdf' },
      ])
      expect(Buffer.from(attachments[0].content, 'base64')).toHaveLength(5 * mebibyte)
    }
    expect(pdf).not.toHaveLength(0)
    expect(app.logged().join('')).not.toContain(sent[0].attachments[0].content.slice(0, 100))
  })

  test('goes through Microsoft 365, in a request that Graph takes', async () => {
    const peer = await microsoftStandIn(tenant)
    const app = testApp({ env: { MICROSOFT_LOGIN_URL: peer.url, MICROSOFT_GRAPH_URL: peer.url } })
    const id = await submit(app.browser())
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
      const { attachments } = await PostalMime.parse(mime)
      expect(attachments.map(({ filename }) => filename)).toEqual([`application-${id}-signed.pdf`])
      expect(attachments.map(bytesOf)[0]?.equals(pdf)).toBe(true)
    }
    const sizes = peer.asked.map(({ body }) => body.length)
    expect(Math.max(...sizes)).toBeLessThan(4_000_000)
  })
})

describe('an email goes without its document and says where it is', () => {
  const toldIn = 'You can download it in the client portal'

  test('when the switch was turned off while it waited', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id)
    saveMailSettings(app, smtpSettings(server.port, { attachDocuments: false }))
    await sendAll(app)
    for (const address of [team, customer]) expect(to(server, address).attachments).toEqual([])
    expect(to(server, customer).text).toContain(toldIn)
    expect(to(server, team).text).toContain('It is on the application’s page')
  })

  test('when it is larger than 5 MiB', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id, { pdf: Buffer.alloc(5 * mebibyte + 1) })
    await sendAll(app)
    expect(to(server, customer)).toMatchObject({
      attachments: [],
      text: expect.stringContaining(toldIn),
    })
  })

  test('when it could not be made', async () => {
    const { app, server, id } = await submitted()
    app.clock.now += 61 * 60_000
    giveDocument(app, id, { pdf: null, sealedAt: null })
    putOff(app, 'document', 60_000)
    await sendAll(app)
    expect(to(server, customer)).toMatchObject({
      attachments: [],
      text: expect.stringContaining('It will be in the client portal'),
    })
    expect(to(server, team).text).toContain('It will be on the application’s page')
  })

  test('when the server has refused the email with it', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id)
    server.answer.data = 552
    expect([await turn(app), await turn(app)]).toContain('failed')
    server.answer.data = null
    app.clock.now += 120_000
    await sendAll(app)
    const states = emails(app).map(({ state }) => state)
    expect(states).toEqual(['sent', 'sent'])
    expect(server.arrived.some(({ mail }) => mail.attachments.length === 0)).toBe(true)
  })

  test('when its address was corrected while it waited', async () => {
    const { app, server, id } = await submitted()
    giveDocument(app, id)
    const admin = await adminBrowser(app)
    const mainEmail = 'corrected@example.com'
    expect((await admin.patch(`/api/applications/${id}`, { mainEmail })).status).toBe(200)
    await sendAll(app)
    const receipt = emails(app).find(({ kind }) => kind === 'receipt')
    expect(email(app, receipt?.id ?? 0).state).toBe('sent')
    const old = server.arrived.find(({ mail }) => mail.subject?.includes('received'))
    expect(old?.to).not.toEqual([mainEmail])
    expect(old?.mail.attachments).toEqual([])
  })
})

test('an email whose document was erased says nothing of it', async () => {
  const { app, server, id } = await submitted()
  giveDocument(app, id, { pdf: null, sealedAt: 1, erasedAt: 2 })
  await sendAll(app)
  expect(to(server, customer).attachments).toEqual([])
  expect(to(server, customer).text).not.toMatch(/signed document|Attached/)
})
