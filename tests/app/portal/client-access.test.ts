import { expect, test } from 'vitest'
import { stored } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

const calls = [
  ['GET', '/api/client/me'],
  ['GET', '/api/client/application'],
  ['GET', '/api/client/directors'],
  ['PUT', '/api/client/application/buyer'],
] as const

test.each(calls)(
  "%s %s is of the caller's own application, never of another one",
  async (method, path) => {
    const app = testApp()
    const first = await signedIn(app)
    const mine = { mainEmail: 'mine@example.com', businessName: 'Mine Ltd', buyerName: 'My Buyer' }
    const second = await signedIn(app, mine)
    const answer =
      method === 'GET'
        ? await second.browser.get(path)
        : await second.browser.put(path, { buyerName: 'My New Buyer' })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(answers[1].mainEmail)
    expect(answer.text).not.toContain(first.id)
    expect(stored(app, first.id).application.buyerName).toBe(answers[4].buyerName)
  },
)
