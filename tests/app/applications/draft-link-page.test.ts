import { describe, expect, test } from 'vitest'
import { findApplication } from '#src/domain/applications/application.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

describe('a link from the mail about an address that is taken', () => {
  test('that resumes asks first, then hands the draft to the browser that read the mail', async () => {
    const app = testApp()
    const id = await fillDraft(app.browser())
    const token = createDraftLink(app.deps, id, email, 'resume')
    const reader = app.browser()
    const question = await reader.get(`/client-form?resume=${token}`)
    expect(question.status).toBe(200)
    expect(question.text).toContain(String(token))

    const taken = await posted(reader, 'resume', token)
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/client-form?new'])
    expect((await reader.get('/client-form')).text).toContain(id)
    expect((await posted(reader, 'resume', token)).status).toBe(400)
  })

  test('that discards deletes the draft only when it is posted, not when it is opened', async () => {
    const app = testApp()
    const id = await fillDraft(app.browser())
    const token = createDraftLink(app.deps, id, email, 'delete')
    const reader = app.browser()
    await reader.get(`/client-form?discard=${token}`)
    expect(findApplication(app.deps, id).id).toBe(id)

    expect((await posted(reader, 'discard', token)).status).toBe(303)
    expect(() => findApplication(app.deps, id)).toThrow()
  })
})

const posted = (browser: Browser, action: string, token: string | null) =>
  browser.postForm('/client-form', { action, token: String(token) })
