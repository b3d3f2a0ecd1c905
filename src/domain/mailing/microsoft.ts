import { and, eq, gt, lt } from 'drizzle-orm'
import { emailSettings, oauthAttempts } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { minutes, seconds } from '#src/domain/calendar.ts'
import { releaseWaiting } from '#src/domain/jobs/email-jobs.ts'
import { wakeJobs } from '#src/domain/jobs/jobs.ts'
import { Refusal, refuseToSend } from '#src/domain/refusal.ts'
import { refuseEndedSession } from '#src/domain/staff/admin-sessions.ts'
import { emailTexts } from '#src/forms/email-settings/email-settings-fields.ts'
import { MailFault, reasons } from '#src/mail/mailer.ts'
import {
  consentAddress,
  type DelegatedTokens,
  newVerifier,
  refreshTokens,
  tradeCode,
} from '#src/mail/microsoft-consent.ts'
import type { MicrosoftApp } from '#src/mail/microsoft-mailer.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import {
  encryptSecrets,
  microsoftFields,
  openSecret,
  type SettingsRow,
  settingsRow,
} from './settings.ts'

const attemptLifetime = minutes(10)

/** Begins a connection. State and verifier are bound to this session. */
export function beginConnect(deps: Deps, admin: Admin): string {
  refuseToSend(deps)
  const settings = settingsRow(deps)
  if (!settings) throw new Refusal('conflict', emailTexts.notSaved)
  const app = microsoftApp(deps, settings)
  if (!app.clientId || !app.clientSecret || !app.tenantId)
    throw new Refusal('invalid', emailTexts.incomplete)
  const state = newToken()
  const verifier = newVerifier()
  const stateHash = hashToken(state)
  deps.db.orm.delete(oauthAttempts).where(lt(oauthAttempts.expiresAt, deps.now())).run()
  deps.db.orm
    .insert(oauthAttempts)
    .values({
      stateHash,
      sessionHash: admin.sessionHash,
      verifierSealed: encrypt(deps.keys, secretContext(stateHash), verifier),
      expiresAt: deps.now() + attemptLifetime,
    })
    .run()
  return consentAddress(app, { callbackUrl: callbackUrl(deps), state, verifier })
}

/** Finishes a connection. It works once, before it expires, and in the session that began it. */
export async function finishConnect(
  deps: Deps,
  admin: Admin,
  { state, code }: { state: string; code: string },
) {
  refuseToSend(deps)
  const verifier = takeVerifier(deps, admin, state)
  const settings = settingsRow(deps)
  if (verifier === null || !settings || !code)
    throw new Refusal('invalid', 'This connection attempt has expired. Please start it again.')
  const app = microsoftApp(deps, settings)
  const tokens = await tradeCode(app, { callbackUrl: callbackUrl(deps), code, verifier }).catch(
    (error) => {
      const reason = error instanceof MailFault ? error.reason : 'AUTH_FAILED'
      throw new Refusal('invalid', `Microsoft 365 was not connected. ${reasons[reason]}.`)
    },
  )
  if (!tokens.refreshToken)
    throw new Refusal('invalid', 'Microsoft 365 gave no lasting permission. Please try again.')
  changeConnection(deps, admin, 'Microsoft 365 connected', (tx, now) => {
    // the settings may have changed while Microsoft answered
    refuseEndedSession(tx, admin, 'settings')
    if (!microsoftFields.every((key) => now[key] === settings[key]))
      throw new Refusal('conflict', 'The settings have changed. Please connect again.')
    keepTokens(tx, tokens)
  })
}

export const disconnectMicrosoft = (deps: Deps, admin: Admin) =>
  changeConnection(deps, admin, 'Microsoft 365 disconnected', ({ db }) =>
    db.orm
      .update(emailSettings)
      .set({
        oauth365RefreshTokenSealed: null,
        oauth365AccessTokenSealed: null,
        oauth365TokenExpiry: null,
        oauth365ConnectedAs: null,
        oauth365ReconnectNeeded: false,
      })
      .run(),
  )

function changeConnection(
  deps: Deps,
  admin: Admin,
  action: 'Microsoft 365 connected' | 'Microsoft 365 disconnected',
  change: (deps: Deps, settings: SettingsRow) => void,
) {
  transact(deps, (tx) => {
    const settings = settingsRow(tx)
    if (!settings) throw new Refusal('conflict', emailTexts.notSaved)
    change(tx, settings)
    // a new version tells the loop that the mailer has changed
    tx.db.orm
      .update(emailSettings)
      .set({ version: settings.version + 1 })
      .run()
    const changes = [{ field: 'oauth365RefreshToken', before: null, after: null }]
    recordEvent(tx, admin, { action, changes })
    releaseWaiting(tx)
  })
  wakeJobs(deps, true)
}

export const microsoftApp = (deps: Deps, settings: SettingsRow): MicrosoftApp => ({
  clientId: settings.oauth365ClientId ?? '',
  clientSecret: openSecret(deps, settings, 'oauth365ClientSecret'),
  tenantId: settings.oauth365TenantId ?? '',
  loginUrl: deps.env.MICROSOFT_LOGIN_URL,
  graphUrl: deps.env.MICROSOFT_GRAPH_URL,
})

/**
 * Returns an access token other than `refused`. Only one refresh runs at a time, because each refresh token works once.
 */
export async function delegatedToken(
  deps: Deps,
  logLine: (line: string) => void,
  refused?: string,
): Promise<string> {
  const settings = settingsRow(deps)
  const used = settings?.oauth365RefreshTokenSealed
  if (!settings || !used) throw disconnected()
  const expiry = Date.parse(settings.oauth365TokenExpiry ?? '')
  const token = openSecret(deps, settings, 'oauth365AccessToken')
  if (token && token !== refused && expiry > deps.now() + minutes(2)) return token
  logLine(`Connecting to ${new URL(deps.env.MICROSOFT_LOGIN_URL).host}`)
  const { tokenRefreshes } = deps
  const running = tokenRefreshes.get(used)
  if (running) return running
  const refreshing = refresh(deps, settings, used).finally(() => tokenRefreshes.delete(used))
  tokenRefreshes.set(used, refreshing)
  return refreshing
}

/** Stores the new refresh token before it is used, so that a crash in between loses nothing. */
async function refresh(deps: Deps, settings: SettingsRow, used: string): Promise<string> {
  const isCurrent = () => settingsRow(deps)?.oauth365RefreshTokenSealed === used
  try {
    const refreshToken = openSecret(deps, settings, 'oauth365RefreshToken')
    const tokens = await refreshTokens(microsoftApp(deps, settings), refreshToken)
    // the account was disconnected or replaced, so nothing may be sent in its name
    if (!isCurrent()) throw disconnected()
    keepTokens(deps, tokens)
    return tokens.accessToken
  } catch (error) {
    const needsReconnect = error instanceof MailFault && error.reason === 'RECONNECT'
    if (needsReconnect && isCurrent())
      deps.db.orm.update(emailSettings).set({ oauth365ReconnectNeeded: true }).run()
    throw error
  }
}

const disconnected = () => new MailFault('DROPPED')

function keepTokens(deps: Deps, tokens: DelegatedTokens) {
  const { accessToken, refreshToken, expiresInSeconds, connectedAs } = tokens
  deps.db.orm
    .update(emailSettings)
    .set({
      ...encryptSecrets(deps, {
        oauth365AccessToken: accessToken,
        ...(refreshToken && { oauth365RefreshToken: refreshToken }),
      }),
      oauth365TokenExpiry: new Date(deps.now() + seconds(expiresInSeconds)).toISOString(),
      oauth365ReconnectNeeded: false,
      ...(connectedAs && { oauth365ConnectedAs: connectedAs }),
    })
    .run()
}

function takeVerifier(deps: Deps, admin: Admin, state: string): string | null {
  const stateHash = hashToken(state)
  const attempt = deps.db.orm
    .delete(oauthAttempts)
    .where(
      and(
        eq(oauthAttempts.stateHash, stateHash),
        eq(oauthAttempts.sessionHash, admin.sessionHash),
        gt(oauthAttempts.expiresAt, deps.now()),
      ),
    )
    .returning()
    .get()
  return attempt ? decrypt(deps.keys, secretContext(stateHash), attempt.verifierSealed) : null
}

const secretContext = (stateHash: string) => `oauth_attempts|verifier|${stateHash}`

const callbackUrl = ({ env }: Deps) => `${env.APP_URL}/api/email-settings/microsoft/callback`
