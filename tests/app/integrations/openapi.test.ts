import { expect, test } from 'vitest'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { apiAnswers } from '#src/forms/integrations/api-answers.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'

test('describes in openapi.json what a key reads of a draft, a submitted, a decided and a closed application', async () => {
  const app = testApp()
  const ids = [
    await startDraft(app.browser()),
    await submit(app.browser()),
    await submit(app.browser(), { mainEmail: 'second@example.com' }),
    await submit(app.browser(), { mainEmail: 'third@example.com' }),
  ]
  const decision = { customerCode: 'C-1', creditLimit: 5000, paymentTerms: '30 days net' }
  const admin = await adminBrowser(app)
  await admin.patch(`/api/applications/${ids[2]}/approve`, decision)
  await admin.patch(`/api/applications/${ids[3]}/approve`, { customerCode: 'C-2' })
  const closing = { action: 'close', closedOn: '2026-11-20', closingReason: 'Ceased trading' }
  await admin.postForm(`/admin/applications/${ids[3]}`, closing)
  const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
  const erp = withKey(app.browser(), key)
  const described = (await app.browser().get('/openapi.json')).json as Described
  expect(Object.keys(described.paths)).toEqual([
    '/api/applications',
    '/api/applications/{id}',
    '/api/applications/{id}/directors',
    '/api/applications/{id}/pdf',
  ])
  expect(described.components.schemas.record?.properties).toHaveProperty('businessName')

  apiAnswers.list.parse((await erp.get('/api/applications')).json)
  const closed = (await erp.get(`/api/applications/${ids[3]}`)).json
  expect(closed).toMatchObject({ status: 'approved', closedOn: '2026-11-20' })
  for (const id of ids) {
    apiAnswers.record.parse((await erp.get(`/api/applications/${id}`)).json)
    apiAnswers.directors.parse((await erp.get(`/api/applications/${id}/directors`)).json)
  }
  apiAnswers.failure.parse((await erp.get('/api/applications/0000-0000-0000')).json)
})

type Described = {
  paths: object
  components: { schemas: Record<string, { properties: object }> }
}
