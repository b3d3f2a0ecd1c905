import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { emailSettings, oauthAttempts } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { emailTexts } from '#src/forms/email-settings-fields.ts'
import { MailFault, reasons } from '#src/mail/mailer.ts'
import type { MicrosoftApp } from '#src/mail/microsoft-app-token.ts'
import {
  consentAddress,
  type DelegatedTokens,
  newVerifier,
  refreshTokens,
  tradeCode,
} from '#src/mail/microsoft-delegated.ts'
import { seal, unseal } from '#src/security/seal.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import type { Admin } from './actor.ts'
import { minutes, seconds } from './durations.ts'
import { type SettingsRow, settingsRow } from './email-settings.ts'
import { openSecret, sealSecrets } from './email-settings-secrets.ts'
import { recordEvent } from './events.ts'
import { wakeOutbox } from './outbox.ts'
import { releaseWaiting } from './outbox-queue.ts'
import { Refusal } from './refusal.ts'

/** How long an administrator may take at Microsoft (contract 5.25). */
const attemptLifetime = minutes(10)

/** Begins "Connect Microsoft 365": answers the address to go to. State and verifier are bound to this session. */
export function beginConnect(deps: Deps, admin: Admin): string {
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
      verifierSealed: seal(deps.keys, placeOf(stateHash), verifier),
      expiresAt: deps.now() + attemptLifetime,
    })
    .run()
  return consentAddress(app, { callbackUrl: callbackUrl(deps), state, verifier })
}

/** Ends it with the code that Microsoft sent along; once, in time, and in the session that began it. */
export async function finishConnect(
  deps: Deps,
  admin: Admin,
  { state, code }: { state: string; code: string },
) {
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
  transact(deps, (deps) => {
    keepTokens(deps, tokens)
    // whoever sends notices by the version that there is another way now
    deps.db.orm
      .update(emailSettings)
      .set({ version: settings.version + 1 })
      .run()
    const change = { field: 'oauth365RefreshToken', before: null, after: null }
    recordEvent(deps, admin, { action: 'Microsoft 365 connected', changes: [change] })
    releaseWaiting(deps)
  })
  wakeOutbox(deps, true)
}

/** The application as it is known to Microsoft. */
export const microsoftApp = (deps: Deps, settings: SettingsRow): MicrosoftApp => ({
  clientId: settings.oauth365ClientId ?? '',
  clientSecret: openSecret(deps, settings, 'oauth365ClientSecret'),
  tenantId: settings.oauth365TenantId ?? '',
  loginUrl: deps.env.MICROSOFT_LOGIN_URL,
  graphUrl: deps.env.MICROSOFT_GRAPH_URL,
})

const refreshing = new WeakMap<Db, Promise<string>>()

/** A token of the person who connected; refreshed by one at a time, because each refresh token works once. */
export async function delegatedToken(deps: Deps, say: (line: string) => void): Promise<string> {
  const settings = settingsRow(deps)
  if (!settings) throw new MailFault('RECONNECT')
  const expiry = Date.parse(settings.oauth365TokenExpiry ?? '')
  const kept = openSecret(deps, settings, 'oauth365AccessToken')
  if (kept && expiry > deps.now() + minutes(2)) return kept
  say(`Connecting to ${new URL(deps.env.MICROSOFT_LOGIN_URL).host}`)
  const running = refreshing.get(deps.db) ?? refresh(deps, settings)
  refreshing.set(deps.db, running)
  return running.finally(() => refreshing.delete(deps.db))
}

/** The rotated token is stored before the new one is used: a crash in between costs nothing. */
async function refresh(deps: Deps, settings: SettingsRow): Promise<string> {
  const used = settings.oauth365RefreshTokenSealed
  try {
    const refreshToken = openSecret(deps, settings, 'oauth365RefreshToken')
    const tokens = await refreshTokens(microsoftApp(deps, settings), refreshToken)
    if (settingsRow(deps)?.oauth365RefreshTokenSealed === used) keepTokens(deps, tokens)
    return tokens.accessToken
  } catch (error) {
    const gone = error instanceof MailFault && error.reason === 'RECONNECT'
    if (gone && settingsRow(deps)?.oauth365RefreshTokenSealed === used)
      deps.db.orm.update(emailSettings).set({ oauth365ReconnectNeeded: true }).run()
    throw error
  }
}

function keepTokens(deps: Deps, tokens: DelegatedTokens) {
  const { accessToken, refreshToken, expiresInSeconds, connectedAs } = tokens
  deps.db.orm
    .update(emailSettings)
    .set({
      ...sealSecrets(deps, {
        oauth365AccessToken: accessToken,
        ...(refreshToken && { oauth365RefreshToken: refreshToken }),
      }),
      oauth365TokenExpiry: new Date(deps.now() + seconds(expiresInSeconds)).toISOString(),
      oauth365ReconnectNeeded: false,
      ...(connectedAs && { oauth365ConnectedAs: connectedAs }),
    })
    .run()
}

/** Takes the attempt out of the table, whatever comes of it: a state works once. */
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
  return attempt ? unseal(deps.keys, placeOf(stateHash), attempt.verifierSealed) : null
}

const placeOf = (stateHash: string) => `oauth_attempts|verifier|${stateHash}`

const callbackUrl = ({ env }: Deps) => `${env.APP_URL}/api/email-settings/microsoft/callback`
