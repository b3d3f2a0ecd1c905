import { base32 } from 'oslo/encoding'
import { generateHOTP } from 'oslo/otp'
import { adminBrowser, onAccount } from './admins.ts'
import type { TestApp } from './test-app.ts'

/** Begins with a second factor; returns what the admin's app would know. */
export async function beginSecondFactor(app: TestApp) {
  const browser = await adminBrowser(app)
  const secret = keyIn((await onAccount(browser, 'begin')).text) ?? ''
  return {
    browser,
    secret,
    codeAt: (at: number) => codeOf(secret, at),
    confirm: (code: string) => onAccount(browser, 'confirm', { code }),
    turnOff: (code: string) => onAccount(browser, 'turn-off', { code }),
  }
}

/** Sets the second factor up; returns the recovery codes too. */
export async function withSecondFactor(app: TestApp) {
  const begun = await beginSecondFactor(app)
  const { status, text } = await begun.confirm(await begun.codeAt(app.clock.now))
  if (status !== 200) throw new Error(`The first code was answered ${status}`)
  return { ...begun, recoveryCodes: codesIn(text) }
}

export const keyIn = (html: string) =>
  /<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '')

export const codesIn = (html: string) =>
  [...html.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code = '']) => code)

/** What an authenticator app shows at a time. A secret of 20 bytes is base-32 text without padding. */
export const codeOf = (secret: string, at: number) =>
  generateHOTP(base32.decode(secret), Math.floor(at / 30_000), 6)
