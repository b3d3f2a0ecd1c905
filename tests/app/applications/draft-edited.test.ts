import { describe, expect, test } from 'vitest'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { days } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft, startDraft } from '../../support/app/applicants.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { message } from '../../support/draft-message.ts'

const insider = 'insider@example.net'

describe('a draft whose main address a reviewer has changed', () => {
  test('sends draft links to the applicant after a reviewer’s edit, whoever types the new address', async () => {
    const { app, id } = await changedByReviewer()
    const stranger = await app.browser().post('/api/applications', { mainEmail: insider })
    expect(stranger.status).toBe(409)
    const sent = message(app, 'duplicate-draft')
    expect(sent?.to.address).toBe(email)
    expect(sent?.text).toContain('/client-form?resume=')
    expect(addressees(app)).not.toContain(insider)
    for (const purpose of ['resume', 'delete'] as const)
      expect(createDraftLink(app.deps, id, insider, purpose)).toBeNull()
  })

  test('reminds the applicant at the applicant’s own address after a reviewer’s edit', async () => {
    const { app } = await changedByReviewer()
    app.clock.now += days(4)
    await cleanUp(app.deps)
    expect(message(app, 'draft-reminder')?.to.address).toBe(email)
  })

  test('sends no draft link to a reviewer’s address until the applicant has typed one', async () => {
    const { app, id, applicant } = await changedByReviewer()
    const ask = () => applicant.post(`/api/applications/${id}/email-link`, {})
    // Each save repeats what the form shows, which nobody has chosen.
    await applicant.put(`/api/applications/${id}`, { mainEmail: insider, buyerName: 'Later' })
    const refused = await ask()
    expect([refused.status, refused.json?.errors]).toEqual([
      400,
      { mainEmail: expect.stringContaining('typed yourself') },
    ])
    await applicant.put(`/api/applications/${id}`, { mainEmail: 'mine@example.com' })
    expect((await ask()).status).toBe(202)
    expect(message(app, 'draft-link')?.to.address).toBe('mine@example.com')
  })

  test.each([
    ['another address', 'third@example.net'],
    ['the same in capitals', insider.toUpperCase()],
  ])(
    'sends no draft link to a reviewer’s address when a page that shows it saves over %s',
    async (_, later) => {
      const { app, id, applicant, admin } = await changedByReviewer()
      await admin.patch(`/api/applications/${id}`, { mainEmail: later })
      expect((await applicant.put(`/api/applications/${id}`, { mainEmail: insider })).status).toBe(
        200,
      )
      await app.browser().post('/api/applications', { mainEmail: insider })
      expect(message(app, 'duplicate-draft')?.to.address).toBe(email)
      expect(createDraftLink(app.deps, id, insider, 'resume')).toBeNull()
    },
  )
})

test('sends no link to the address that a reviewer adds to a draft without one', async () => {
  const app = testApp()
  const id = await startDraft(app.browser())
  await edit(app, id, { mainEmail: insider })
  await app.browser().post('/api/applications', { mainEmail: insider })
  expect(app.dump().jobs).toEqual([])
  expect(createDraftLink(app.deps, id, insider, 'resume')).toBeNull()
})

test('emails the applicant’s own address about each edit by a reviewer', async () => {
  const { app, id, admin } = await changedByReviewer()
  await admin.patch(`/api/applications/${id}`, { telephone: '020 7946 0199', buyerName: 'Else' })
  const to = { name: '', address: email }
  expect(emailsOf(app, 'draft-edited')).toEqual([
    { kind: 'draft-edited', to, draft: id, fields: ['mainEmail'] },
    { kind: 'draft-edited', to, draft: id, fields: ['telephone', 'buyerName'] },
  ])
  const text = message(app, 'draft-edited')?.text ?? ''
  expect(text).toContain('Only you can submit')
  for (const secret of ['resume=', 'discard=', insider]) expect(text).not.toContain(secret)
})

async function changedByReviewer() {
  const app = testApp()
  const applicant = app.browser()
  const id = await fillDraft(applicant)
  const admin = await edit(app, id, { mainEmail: insider })
  return { app, id, applicant, admin }
}

async function edit(app: TestApp, id: string, fields: Record<string, string>) {
  const admin = await adminBrowser(app, { ...reviewer, role: 'reviewer' })
  expect((await admin.patch(`/api/applications/${id}`, fields)).status).toBe(200)
  return admin
}

const addressees = (app: TestApp) => {
  const rows = app.dump().jobs as { data: string }[]
  return rows.map(({ data }) => JSON.parse(data).to?.address)
}
