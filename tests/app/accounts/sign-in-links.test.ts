import { describe, expect, test } from 'vitest'
import { resolveEmailRequests } from '#src/domain/mailing/delivery.ts'
import { answers } from '../../support/app/application-answers.ts'
import { password } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const old = answers[1].mainEmail
const moved = 'new-owner@example.com'

describe('a set-password link', () => {
  test('sends a set-password link to the sign-in address only, not to a former main address', async () => {
    const { app, id, admin, post } = await stage()
    await admin.postForm(`/admin/applications/${id}`, { action: 'move', signInEmail: moved })
    const [link] = linksTo(await post(), moved)
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'C1' })
    await admin.patch(`/api/applications/${id}/reject`, { reason: 'No' })
    const sent = await post()
    const decisions = sent.filter(({ to }) => to === old)
    expect(decisions.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('has been approved'),
      expect.stringContaining('has not been approved'),
    ])
    expect(linksTo(sent, old)).toEqual([])
    for (const { text } of decisions) {
      expect(text).toContain('You sign in with a different email address than this one.')
      expect(text).not.toContain('/client/forgot-password')
    }
    expect(await use(app, link)).toBe(200)
  })

  test('puts no set-password link into an email that still waits for a former address', async () => {
    const { app, id, admin, post } = await stage({ receiptSent: false })
    await app.browser().post('/api/client/forgot-password', { email: old })
    resolveEmailRequests(app.deps)
    await admin.patch(`/api/applications/${id}`, { mainEmail: moved })
    const sent = await post()
    expect(sent.filter(({ to }) => to === old).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('We have received'),
      expect.any(String),
    ])
    expect(linksTo(sent, old)).toEqual([])
    expect(linksTo(sent, moved)).toHaveLength(1)
  })

  test('voids a sent set-password link once the main address is corrected, and sends the right one its own', async () => {
    const { app, id, admin, post, first } = await stage()
    await admin.patch(`/api/applications/${id}`, { mainEmail: moved })
    expect(await use(app, first)).toBe(400)
    const [link] = linksTo(await post(), moved)
    expect(await use(app, link)).toBe(200)
    const body = { email: moved, password }
    expect((await app.browser().post('/api/client/login', body)).status).toBe(200)
  })
})

/** A submitted application whose mail is delivered; `first` is the link of its receipt. */
async function stage({ receiptSent = true } = {}) {
  const { app, id, admin } = await review()
  const { post } = await mailing(app)
  const first = receiptSent ? linksTo(await post(), old)[0] : undefined
  return { app, id, admin, post, first }
}

/** `post` delivers what waits, and returns what has arrived since it was last called. */
async function mailing(app: TestApp) {
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(server.port))
  async function post() {
    const before = server.arrived.length
    await issueAll(app)
    while ((await turn(app)) !== 'nothing');
    return server.arrived.slice(before).map(({ to, mail }) => ({
      to: to[0] ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
    }))
  }
  return { post }
}

const linksTo = (sent: { to: string; text: string }[], address: string) =>
  sent
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => /set-password\?token=([\w-]+)/.exec(text)?.[1] ?? [])

const use = async (app: TestApp, token: string | undefined) =>
  (await app.browser().post('/api/client/set-password', { token: token ?? '', password })).status
