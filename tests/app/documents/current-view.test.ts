import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

test('a submitted application’s PDF says that it is not the signed document', async () => {
  const app = testApp()
  const { id } = await signedIn(app)
  const admin = await adminBrowser(app)
  expect((await admin.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  expect(app.pdf.made.at(-1)?.sheet).toMatchObject({
    kind: 'Current view',
    draft: false,
    notice: expect.stringMatching(/^This is a current view, not the signed document\. /),
    certificate: null,
  })
})

test('a draft’s PDF is a draft and nothing else', async () => {
  const app = testApp()
  const id = await startDraft(app.browser())
  const admin = await adminBrowser(app)
  expect((await admin.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  expect(app.pdf.made.at(-1)?.sheet).toMatchObject({ draft: true, notice: null, certificate: null })
})
