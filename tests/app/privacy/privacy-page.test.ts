import { expect, test } from 'vitest'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { minutes } from '#src/domain/calendar.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { review } from '../../support/app/review.ts'
import { asked, signer } from '../../support/app/signing.ts'
import { testApp } from '../../support/app/test-app.ts'

const path = '/admin/privacy'
const who = answers[1].mainEmail

async function stage() {
  const { app, id, admin: browser } = await review()
  const act = (action: string, fields: Record<string, string>) =>
    browser.postForm(path, { action, ...fields })
  return { app, id, browser, act }
}

test('lets an administrator find a person and download the data, and records both by name', async () => {
  const { app, id, act } = await stage()
  const found = await act('find', { who: who.toUpperCase() })
  expect(found.text).toContain(answers[1].businessName)
  expect(found.text).toContain(`/admin/applications/${id}`)
  const file = await act('download', { who })
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(JSON.parse(file.text).applications[0].application.businessName).toBe(
    answers[1].businessName,
  )
  await accessRecorded(app.deps)
  for (const action of ['person found', 'person exported'])
    expect(eventsOf(app.deps, id)).toContainEqual(
      expect.objectContaining({ action, actor: reviewer.username }),
    )
})

test.each(['find', 'download', 'erase'])(
  'says after %s that nothing is stored about a stranger',
  async (action) => {
    const { act } = await stage()
    const fields = { who: 'nobody@example.com', confirmation: 'nobody@example.com' }
    const { status, text } = await act(action, fields)
    expect(status).toBe(400)
    expect(text).toContain('There is no data under this address or reference')
    expect(text).toContain('value="nobody@example.com"')
  },
)

test('erases a person only with the typed address and a fresh password', async () => {
  const { app, id, act } = await stage()
  const other = await act('erase', { who, confirmation: 'other@example.com' })
  expect(other.status).toBe(400)
  expect(other.text).toContain('Type it exactly as shown above')
  app.clock.now += minutes(11)
  const stale = await act('erase', { who, confirmation: who })
  expect(stale.status).toBe(403)
  expect(stored(app, id)).toBeTruthy()
  const currentPassword = reviewer.password
  const erased = await act('erase', { who, confirmation: who, currentPassword })
  expect(erased.status).toBe(303)
  expect(app.dump().applications).toEqual([])
  expect(eventsOf(app.deps, id)).toContainEqual(
    expect.objectContaining({ action: 'person erased', actor: reviewer.username }),
  )
})

test('erases whoever was asked to sign on the page, too, which voids the link', async () => {
  const { app, id, signing } = await asked()
  const browser = await adminBrowser(app, reviewer)
  const act = (action: string, fields: Record<string, string>) =>
    browser.postForm(path, { action, who: signer.signerEmail, ...fields })
  const found = await act('find', {})
  expect(found.text).toContain('was asked to sign it')
  expect(found.text).toContain('stops working')
  const erased = await act('erase', {
    confirmation: signer.signerEmail,
    currentPassword: reviewer.password,
  })
  expect(erased.status).toBe(303)
  expect((await signing.get(`/sign?application=${id}`)).status).toBe(400)
  expect(stored(app, id)).toBeTruthy()
  expect((await act('find', {})).status).toBe(400)
})

test.each(['viewer', 'reviewer'] as const)('refuses the privacy page to a %s', async (role) => {
  const app = testApp()
  const browser = await adminBrowser(app, { ...reviewer, role })
  expect((await browser.get(path)).status).toBe(403)
  expect((await browser.postForm(path, { action: 'find', who })).status).toBe(403)
})
