import { randomBytes } from 'node:crypto'
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as adminTables from '#db/schema/admins.ts'
import * as documentTables from '#db/schema/documents.ts'
import * as integrationTables from '#db/schema/integrations.ts'
import * as mailTables from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { rotateKeys, secretsByKey } from '#src/domain/audit/key-rotation.ts'
import { currentSealKey } from '#src/domain/documents/certificates.ts'
import { encryptSecrets, openSecret } from '#src/domain/mailing/settings.ts'
import { credentialsOf } from '#src/domain/registers/keys.ts'
import {
  encryptClientSecret,
  openIdClient,
  providerRow,
} from '#src/domain/staff/identity-provider.ts'
import { secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { keyRing } from '#src/security/keys.ts'
import { makeAdmin } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'

const { admins, identityAttempts, identityProvider } = adminTables
const { documentCertificates } = documentTables
const { registerKeys, webhookEndpoints } = integrationTables
const { emailSettings, oauthAttempts } = mailTables

/** An app under the old key with a secret in every column that can hold one. */
async function sealedApp() {
  const old = randomBytes(32)
  const app = testApp({ deps: { keys: keyRing([old]) } })
  const { db, keys } = app.deps
  transact(app.deps, (deps) =>
    recordEvent(deps, { kind: 'system' }, { action: 'setup list put away' }),
  )
  const { id } = await makeAdmin(app)
  const totp = encrypt(keys, `admins|totp|${id}`, 'totp canary')
  db.orm.update(admins).set({ totpSecretSealed: totp, totpPendingSealed: totp }).run()
  const secrets = Object.fromEntries(secretFields.map((field) => [field, `${field} canary`]))
  db.orm
    .insert(emailSettings)
    .values({
      ...{ id: 1, emailProvider: 'smtp', smtpPort: 587, smtpSecure: false, smtpRequireTls: true },
      ...{ fromEmail: 'a@example.com', fromName: 'A', accountsNotificationEmail: 'b@example.com' },
      ...{ version: 1, updatedAt: 0 },
      ...encryptSecrets(app.deps, secrets as Parameters<typeof encryptSecrets>[1]),
    })
    .run()
  db.orm
    .insert(oauthAttempts)
    .values({
      ...{ stateHash: 'state', sessionHash: 'session', expiresAt: 1 },
      verifierSealed: encrypt(keys, 'oauth_attempts|verifier|state', 'verifier canary'),
    })
    .run()
  const webhook = encrypt(keys, 'webhook_endpoints|secret|one', 'webhook canary')
  db.orm
    .insert(webhookEndpoints)
    .values({
      ...{ id: 'one', address: 'https://erp.example.com/', events: [], createdAt: 0, version: 1 },
      ...{ secretSealed: webhook, previousSecretSealed: webhook, previousUntil: 1 },
    })
    .run()
  const secretSealed = encrypt(keys, 'register_keys|secret|hmrc', 'register canary')
  db.orm.insert(registerKeys).values({ register: 'hmrc', secretSealed }).run()
  db.orm
    .insert(identityProvider)
    .values({
      ...{ id: 1, issuer: 'https://id.example.com', clientId: 'client', name: 'Example' },
      ...{ countsAsTwoFactors: false, isRequired: false, version: 1 },
      clientSecretSealed: encryptClientSecret(app.deps, 'provider canary'),
    })
    .run()
  db.orm
    .insert(identityAttempts)
    .values({
      ...{ stateHash: 'state', cookieHash: 'cookie', nonce: 'nonce', purpose: 'sign-in' },
      ...{ providerVersion: 1, beganAt: 1 },
      verifierSealed: encrypt(keys, 'identity_attempts|verifier|state', 'attempt canary'),
    })
    .run()
  await currentSealKey(app.deps)
  return { app, old, admin: id }
}

const sealedCount = 1 + 2 + secretFields.length + 1 + 2 + 1 + 2 + 1

test('opens every secret with the new key alone after a rotation, and leaves none under the old key', async () => {
  const { app, old, admin } = await sealedApp()
  const fresh = randomBytes(32)
  const keys = keyRing([fresh, old])
  expect(rotateKeys({ ...app.deps, keys })).toEqual({
    key: keys.currentId,
    encryptedAgain: sealedCount,
    already: 0,
    left: 0,
  })
  const alone = { ...app.deps, keys: keyRing([fresh]) }
  const { orm } = app.deps.db
  expect([...secretsByKey(app.deps.db)]).toEqual([[keys.currentId, sealedCount]])
  const row = orm.select().from(emailSettings).get()
  for (const field of secretFields)
    expect(row && openSecret(alone, row, field)).toBe(`${field} canary`)
  const account = orm.select().from(admins).where(eq(admins.id, admin)).get()
  expect(decrypt(alone.keys, `admins|totp|${admin}`, account?.totpSecretSealed ?? '')).toBe(
    'totp canary',
  )
  const endpoint = orm.select().from(webhookEndpoints).get()
  for (const sealed of [endpoint?.secretSealed, endpoint?.previousSecretSealed])
    expect(decrypt(alone.keys, 'webhook_endpoints|secret|one', sealed ?? '')).toBe('webhook canary')
  const provider = providerRow(alone)
  expect(provider && openIdClient(alone, provider).clientSecret).toBe('provider canary')
  expect(credentialsOf(alone, 'hmrc')?.secret).toBe('register canary')
  const [certificate] = orm.select().from(documentCertificates).all()
  expect((await currentSealKey(alone)).fingerprint).toBe(certificate?.fingerprint)
  expect(() => verifyKey(app.deps.db, alone.keys)).not.toThrow()
  expect(() => verifyKey(app.deps.db, keyRing([old]))).toThrow('APP_KEY is not the key')
})

test('stops the rotation and changes nothing when no key opens one of the secrets', async () => {
  const { app, old } = await sealedApp()
  const lost = encrypt(keyRing([randomBytes(32)]), 'email_settings|smtpPassword|1', 'lost')
  app.deps.db.orm.update(emailSettings).set({ smtpPasswordSealed: lost }).run()
  const before = app.dump()
  const keys = keyRing([randomBytes(32), old])
  expect(() => rotateKeys({ ...app.deps, keys })).toThrow('email_settings.smtp_password_sealed')
  expect(app.dump()).toEqual(before)
})

test('rotates every column that is listed as encrypted', async () => {
  const { app } = await sealedApp()
  const columns = Object.values({
    ...adminTables,
    ...documentTables,
    ...integrationTables,
    ...mailTables,
  })
    .filter((table) => is(table, SQLiteTable))
    .flatMap((table) =>
      Object.keys(getTableColumns(table))
        .filter((name) => name.endsWith('Sealed'))
        .map((name) => `${getTableName(table)}.${name}`),
    )
  // The sentinel stands in a column of another name.
  expect(columns).toHaveLength(sealedCount - 1)
  expect([...secretsByKey(app.deps.db).values()]).toEqual([sealedCount])
})
