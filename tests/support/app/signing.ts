import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import type { Job } from '#src/domain/jobs/jobs.ts'
import { createMessage } from '#src/domain/mailing/message.ts'
import type { SettingsRow } from '#src/domain/mailing/settings.ts'
import { settingsRow } from '#src/domain/mailing/settings.ts'
import { consentNumber } from '#src/forms/terms/terms-parts.ts'
import type { Email } from '#src/mail/messages/kinds.ts'
import { saveMailSettings, smtpSettings } from '../mail/mail-settings.ts'
import { fillDraft, stored } from './applicants.ts'
import { answers } from './application-answers.ts'
import type { Browser } from './browser.ts'
import { type TestApp, type TestAppOptions, testApp } from './test-app.ts'

export const signer = { signerAsked: 'Dana Director', signerEmail: 'dana@director.example.com' }

/** A whole draft without a signature, in a browser, and email that is set up. */
export async function draftToSign(
  changes: Record<string, unknown> = {},
  options: TestAppOptions = {},
) {
  const app = testApp(options)
  saveMailSettings(app, smtpSettings(2525))
  const applicant = app.browser('192.0.2.10')
  const id = await fillDraft(applicant, { ...unsigned, ...changes })
  return { app, applicant, id }
}

/** For a draft that holds no signature. */
export const unsigned = {
  unfinished: true,
  authSignature: undefined,
  signerName: undefined,
  position: undefined,
  agreementDate: undefined,
}

export const askToSign = (browser: Browser, id: string, changes: Partial<typeof signer> = {}) =>
  browser.post(`/api/applications/${id}/signature-request`, { ...signer, ...changes })

/** The newest email of a kind as it would be sent now, with links that work; `null` when nothing is left to say. */
export function emailNow({ deps }: TestApp, kind: Email['kind']) {
  const row = deps.db.orm.select().from(jobs).where(eq(jobs.kind, kind)).all().at(-1)
  if (!row) throw new Error(`There is no email ${kind}`)
  return createMessage(deps, row as Job, settingsRow(deps) as SettingsRow)
}

/** The token of the link in the newest email to a signer. */
export function signatureToken(app: TestApp): string {
  const { text } = emailNow(app, 'signature-request') ?? { text: '' }
  const token = /\/sign\?token=([\w-]+)/.exec(text)?.[1]
  if (!token) throw new Error(`There is no link in: ${text}`)
  return token
}

export const openLink = (browser: Browser, token: string) =>
  browser.postForm('/sign', { action: 'open', token })

/** Asks, and opens the link in a browser of the signer's. */
export async function asked(changes: Record<string, unknown> = {}, options: TestAppOptions = {}) {
  const draft = await draftToSign(changes, options)
  const { app, applicant, id } = draft
  const { status, text } = await askToSign(applicant, id)
  if (status !== 201) throw new Error(`The request to sign was answered ${status}: ${text}`)
  const browser = app.browser('198.51.100.7')
  const token = signatureToken(app)
  await openLink(browser, token)
  return { ...draft, token, signing: browser }
}

/** What the page of the signer posts, with some fields replaced; `undefined` leaves one out. */
export function signedForm(app: TestApp, id: string, changes: Record<string, unknown> = {}) {
  const fields: Record<string, unknown> = {
    application: id,
    draftVersion: stored(app, id).application.version,
    termsVersion: '2026-11',
    consent: consentNumber,
    signing: 'draw',
    authSignature: answers[5].authSignature,
    signerName: 'Dana Director',
    position: 'Director',
    agreementDate: '2026-11-20',
    ...changes,
  }
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}

export const sign = (
  app: TestApp,
  browser: Browser,
  id: string,
  changes: Record<string, unknown> = {},
) => browser.postForm('/sign', signedForm(app, id, changes))
