import { describe, expect, test } from 'vitest'
import { days, hours } from '#src/domain/calendar.ts'
import { mailStatus } from '#src/domain/mailing/status.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import {
  askToMove,
  confirmMailbox,
  email,
  invited,
  password,
  passwordToken,
  signedIn,
} from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { emails, saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { giveDocument } from '../../support/mail/sealed-document.ts'
import { type SmtpStandIn, smtpServer } from '../../support/mail/smtp-server.ts'

async function withServer(settings: Record<string, unknown> = {}) {
  const app = testApp()
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port, settings))
  return { app, server }
}

async function sendAll(app: TestApp) {
  for (;;) {
    const result = await turn(app)
    if (result !== 'sent' && result !== 'needless') return
  }
}

/** What arrived at an address: subject, names of the files, text on one line. */
const arrivedAt = (server: SmtpStandIn, address: string) =>
  server.arrived
    .filter(({ to }) => to.includes(address))
    .map(({ mail: { subject = '', attachments, text = '' } }) => ({
      subject,
      files: attachments.map(({ filename }) => filename),
      text: text.replace(/\s+/g, ' '),
    }))

const documentsIn = (server: SmtpStandIn, address: string) =>
  arrivedAt(server, address).filter(({ subject }) => subject.startsWith('Your documents'))

const setPassword = (app: TestApp, id: string) =>
  app.browser().post('/api/client/set-password', { token: passwordToken(app, id), password })

async function decide(app: TestApp, id: string, decision: 'approve' | 'reject') {
  const admin = await adminBrowser(app)
  const body = decision === 'approve' ? { customerCode: 'KEN001' } : { reason: 'Not yet' }
  const { status, text } = await admin.patch(`/api/applications/${id}/${decision}`, body)
  if (status !== 200) throw new Error(text)
}

describe('an email to a mailbox that nobody has confirmed', () => {
  test('sends an unconfirmed mailbox its email at once, without the document, and says where it will be', async () => {
    const { app, server } = await withServer()
    await submit(app.browser())
    await sendAll(app)
    expect(arrivedAt(server, email)).toMatchObject([{ files: [] }])
    expect(arrivedAt(server, email)[0]?.text).toMatch(
      /You will find the signed document in the client portal\..* When you have chosen a password, we will email it to you/,
    )
    // the notice to the accounts team waits for the document
    expect(server.arrived).toHaveLength(1)
  })

  test.each(['approve', 'reject'] as const)(
    'attaches no file for an unconfirmed mailbox: %s',
    async (decision) => {
      const { app, server } = await withServer()
      const id = await submit(app.browser())
      giveDocument(app, id)
      await decide(app, id, decision)
      giveDocument(app, id, { kind: 'countersigned' })
      await sendAll(app)
      expect(arrivedAt(server, email)).toMatchObject([{ files: [] }, { files: [] }])
    },
  )

  test('attaches no file for a main address that is not the sign-in address', async () => {
    const { app, server } = await withServer()
    const { id } = await signedIn(app)
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}`, { mainEmail: 'other@example.com' })
    await decide(app, id, 'approve')
    giveDocument(app, id, { kind: 'countersigned' })
    await sendAll(app)
    const [approval] = arrivedAt(server, 'other@example.com')
    expect(approval?.files).toEqual([])
    expect(approval?.text).not.toContain('we will email it to you')
  })

  test('attaches no file after staff moved the sign-in to an unconfirmed mailbox', async () => {
    const { app, server } = await withServer()
    const { id } = await signedIn(app)
    giveDocument(app, id)
    await sendAll(app)
    const moved = { action: 'move', signInEmail: 'moved@example.com' }
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}`, { mainEmail: 'moved@example.com' })
    expect((await admin.postForm(`/admin/applications/${id}`, moved)).status).toBe(303)
    await decide(app, id, 'approve')
    giveDocument(app, id, { kind: 'countersigned' })
    await sendAll(app)
    expect(arrivedAt(server, 'moved@example.com').flatMap(({ files }) => files)).toEqual([])
    await setPassword(app, id)
    await sendAll(app)
    expect(documentsIn(server, 'moved@example.com')).toMatchObject([
      { files: [`application-${id}-countersigned.pdf`, `application-${id}-signed.pdf`] },
    ])
  })
})

describe('"Your documents"', () => {
  test('sends "Your documents" once, when the first password is set, and attaches files from then on', async () => {
    const { app, server } = await withServer()
    const { id } = await invited(app)
    giveDocument(app, id)
    await setPassword(app, id)
    await sendAll(app)
    expect(documentsIn(server, email)).toMatchObject([{ files: [`application-${id}-signed.pdf`] }])
    await setPassword(app, id)
    await decide(app, id, 'approve')
    giveDocument(app, id, { kind: 'countersigned' })
    await sendAll(app)
    expect(documentsIn(server, email)).toHaveLength(1)
    const approval = arrivedAt(server, email).find(({ subject }) => subject.includes('approved'))
    expect(approval?.files).toEqual([`application-${id}-countersigned.pdf`])
  })

  test('delays "Your documents" until a document in preparation is ready', async () => {
    const { app, server } = await withServer()
    const { id } = await invited(app)
    await setPassword(app, id)
    await sendAll(app)
    expect(documentsIn(server, email)).toEqual([])
    giveDocument(app, id)
    await sendAll(app)
    expect(documentsIn(server, email)).toMatchObject([{ files: [`application-${id}-signed.pdf`] }])
  })

  test('attaches the signed document and the decision in force to "Your documents"', async () => {
    const { app, server } = await withServer()
    const { id } = await invited(app)
    giveDocument(app, id)
    await decide(app, id, 'approve')
    giveDocument(app, id, { kind: 'countersigned' })
    await decide(app, id, 'reject')
    giveDocument(app, id, { kind: 'countersigned' })
    await setPassword(app, id)
    await sendAll(app)
    expect(documentsIn(server, email)).toMatchObject([
      { files: [`application-${id}-decision.pdf`, `application-${id}-signed.pdf`] },
    ])
  })

  test('sends "Your documents" to the new address when the sign-in was moved by its link', async () => {
    const { app, server } = await withServer()
    const { id, browser } = await signedIn(app)
    giveDocument(app, id)
    await sendAll(app)
    await askToMove(browser, { email: 'new@example.com', password })
    await sendAll(app)
    const link = arrivedAt(server, 'new@example.com')[0]?.text ?? ''
    const token = /[?&]address=([\w-]+)/.exec(link)?.[1] ?? ''
    await app.browser().postForm('/client-login', { action: 'confirm-address', token })
    await sendAll(app)
    expect(documentsIn(server, 'new@example.com')).toMatchObject([
      { files: [`application-${id}-signed.pdf`] },
    ])
  })

  test.each([['the installation attaches nothing', { attachDocuments: false }]])(
    'does not send "Your documents" when %s',
    async (_, settings) => {
      const { app, server } = await withServer(settings)
      const { id } = await invited(app)
      giveDocument(app, id)
      await setPassword(app, id)
      await sendAll(app)
      expect(documentsIn(server, email)).toEqual([])
      expect(emails(app).map(({ kind }) => kind)).not.toContain('documents')
    },
  )

  test('drops a waiting "Your documents" when attaching is turned off or the sign-in moves', async () => {
    const { app, server } = await withServer()
    const [one, other] = [await invited(app), await invited(app, { mainEmail: 'two@example.com' })]
    for (const { id } of [one, other]) {
      giveDocument(app, id)
      await setPassword(app, id)
    }
    const admin = await adminBrowser(app)
    const moved = { action: 'move', signInEmail: 'moved@example.com' }
    await admin.postForm(`/admin/applications/${one.id}`, moved)
    await sendAll(app)
    expect(documentsIn(server, email)).toEqual([])
    expect(documentsIn(server, 'two@example.com')).toHaveLength(1)
  })

  test('erases "Your documents" with the person', async () => {
    const { app, server } = await withServer()
    const { id } = await invited(app)
    giveDocument(app, id)
    await setPassword(app, id)
    await erasePerson(app.deps, email)
    await sendAll(app)
    expect(documentsIn(server, email)).toEqual([])
  })
})

describe('receipts to one mailbox', () => {
  const tagged = (n: number) => `Office+${n}@sample-calibration.example.com`
  const receipts = (server: SmtpStandIn) =>
    server.arrived.filter(({ mail }) => mail.subject?.startsWith('We have received')).length

  test('delays receipts beyond three a day for a mailbox to the next day, whatever its sub-addresses', async () => {
    const { app, server } = await withServer()
    for (let n = 1; n <= 5; n++) await submit(app.browser(), { mainEmail: tagged(n) })
    await submit(app.browser(), { mainEmail: 'somebody@example.com' })
    await sendAll(app)
    expect(receipts(server)).toBe(4)
    app.clock.now += hours(1)
    await sendAll(app)
    expect(receipts(server)).toBe(4)
    // The dashboard reports no problem with email.
    expect(mailStatus(app.deps)).not.toMatchObject({ kind: 'failing' })
    app.clock.now += days(1)
    await sendAll(app)
    expect(receipts(server)).toBe(6)
  })

  test('lets invented sub-addresses delay no receipt to the mailbox itself', async () => {
    const { app, server } = await withServer()
    for (let n = 1; n <= 6; n++) await submit(app.browser(), { mainEmail: tagged(n) })
    const owner = 'Office@sample-calibration.example.com'
    await submit(app.browser(), { mainEmail: owner })
    await sendAll(app)
    expect(receipts(server)).toBe(4)
    expect(arrivedAt(server, owner)).toHaveLength(1)
    app.clock.now += days(1)
    await submit(app.browser(), { mainEmail: tagged(7) })
    await sendAll(app)
    expect(receipts(server)).toBe(7)
  })

  test('lets delayed receipts hold up no other email, and sends them once the mailbox is confirmed', async () => {
    const { app, server } = await withServer()
    const ids = []
    for (let n = 1; n <= 4; n++) ids.push(await submit(app.browser(), { mainEmail: tagged(n) }))
    const last = ids.at(-1) ?? ''
    for (const id of ids) giveDocument(app, id)
    await sendAll(app)
    await decide(app, last, 'approve')
    giveDocument(app, last, { kind: 'countersigned' })
    await sendAll(app)
    expect(arrivedAt(server, tagged(4)).map(({ subject }) => subject)).toEqual([
      `Your application ${last} has been approved`,
    ])
    confirmMailbox(app, last)
    await sendAll(app)
    expect(receipts(server)).toBe(4)
  })
})
