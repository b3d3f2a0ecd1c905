import { base32 } from 'oslo/encoding'
import { generateHOTP } from 'oslo/otp'
import { adminBrowser } from './admins.ts'
import type { TestApp } from './test-app.ts'

const path = '/api/admin/account/totp'

/** Begins with a second factor as the dialog does; returns what the admin's app would know. */
export async function beginSecondFactor(app: TestApp) {
  const browser = await adminBrowser(app)
  const secret = String((await browser.post(path)).json?.secret)
  return {
    browser,
    secret,
    codeAt: (at: number) => codeOf(secret, at),
    confirm: (code: string) => browser.put(path, { code }),
    turnOff: (code: string) =>
      browser.send(path, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      }),
  }
}

/** Sets the second factor up; returns the recovery codes too. */
export async function withSecondFactor(app: TestApp) {
  const begun = await beginSecondFactor(app)
  const { status, json } = await begun.confirm(await begun.codeAt(app.clock.now))
  if (status !== 200) throw new Error(`The first code was answered ${status}`)
  return { ...begun, recoveryCodes: json?.recoveryCodes as string[] }
}

/** What an authenticator app shows at a time. A secret of 20 bytes is base-32 text without padding. */
export const codeOf = (secret: string, at: number) =>
  generateHOTP(base32.decode(secret), Math.floor(at / 30_000), 6)
