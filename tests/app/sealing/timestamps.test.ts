import { expect, test } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'
import { closedPort } from '../../support/mail/smtp-server.ts'

const minute = 60_000

test('while the timestamp authority fails, a document waits 45 minutes and is then sealed without it', async () => {
  const app = testApp({ env: { TIMESTAMP_URL: `http://127.0.0.1:${await closedPort()}` } })
  await submit(app.browser())
  for (let passed = 0; passed < 45; passed += 1) {
    await issueAll(app)
    expect(storedDocuments(app)[0]?.sealedAt).toBeNull()
    app.clock.now += minute
  }
  app.clock.now += 10 * minute
  await issueAll(app)
  expect(storedDocuments(app)[0]).toMatchObject({ sealedAt: app.clock.now, timestampedAt: null })
  expect(app.logged().join('')).toContain('a document is sealed without a timestamp')
})

test('after a long stop of the server the authority is asked first', async () => {
  const app = testApp({ env: { TIMESTAMP_URL: `http://127.0.0.1:${await closedPort()}` } })
  await submit(app.browser())
  app.clock.now += 24 * 60 * minute
  await issueAll(app)
  expect(storedDocuments(app)[0]).toMatchObject({ sealedAt: null })
})
