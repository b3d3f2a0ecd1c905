import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** Accents in the order that takes longest to compose. */
const accents = (length: number) =>
  `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}@example.com`

/** Twice the longest text that any field takes. */
const mostComposed = 4000

type Visit = { app: TestApp; browser: Browser; id: string }

const stranger = async (): Promise<Visit> => {
  const app = testApp()
  return { app, browser: app.browser(), id: '' }
}
const admin = async (): Promise<Visit> => {
  const { app, admin: browser, id } = await review()
  return { app, browser, id }
}

type Row = [name: string, by: () => Promise<Visit>, send: (visit: Visit) => Promise<Answer>]

const marks = { short: accents(1800), medium: accents(6000), long: accents(30_000) }
const longest = accents(180_000)
const rows: Row[] = [
  ['the first save', stranger, ({ browser }) => call(browser, { businessName: longest })],
  [
    'the form without scripts',
    stranger,
    ({ browser }) => browser.postForm('/client-form', { step: 'next:1', businessName: marks.long }),
  ],
  [
    "an administrator's edit",
    admin,
    ({ browser, id }) => browser.patch(`/api/applications/${id}`, { businessName: marks.long }),
  ],
  ['a client sign-in', stranger, signIn('/api/client/login', 'email')],
]

describe('a text that is far too long', () => {
  test.each(rows)(
    'refuses a text that is far too long before it normalises it: %s',
    async (_, by, send) => {
      const visit = await by()
      const composed = composedLengths()
      const { status, text } = await send(visit)
      expect(status, text.slice(0, 500)).toBe(400)
      expect(Math.max(0, ...composed())).toBeLessThanOrEqual(mostComposed)
    },
  )
})

const call = (browser: Browser, body: object) => browser.post('/api/applications', body)

function signIn(path: string, name: string) {
  return ({ browser }: Visit) => browser.post(path, { [name]: marks.short, password: 'x' })
}

/** The lengths of the texts that have been composed since. */
function composedLengths() {
  const spy = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.contexts.map((text) => String(text).length)
}
